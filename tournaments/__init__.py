"""Clubs, their tournaments, and the play at the tables."""
