"""Draws the sample photos and writes their metadata."""
