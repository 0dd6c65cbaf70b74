"""Data for the screens of a hall."""
