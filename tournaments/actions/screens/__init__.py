"""Screens of a hall: opening one, pairing it with a tournament by its code, and controlling it."""
