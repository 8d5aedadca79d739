"""What the page promises, a file for each part of it."""
