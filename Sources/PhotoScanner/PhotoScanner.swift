// The PhotoScanner room.
