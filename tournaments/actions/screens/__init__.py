"""Screens of a hall: opening one on a wall, pairing it with a tournament by its code, and controlling it."""
