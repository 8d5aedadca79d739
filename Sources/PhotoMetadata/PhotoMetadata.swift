// The PhotoMetadata room.
