// The MapService room.
