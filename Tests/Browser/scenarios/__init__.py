"""Scenarios of the page, one file for each part."""
