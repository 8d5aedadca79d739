// The PhotoIndex room.
