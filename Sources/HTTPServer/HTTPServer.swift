// The HTTPServer room.
