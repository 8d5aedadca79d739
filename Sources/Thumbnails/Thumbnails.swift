// The Thumbnails room.
