"""Screens of a hall: opened on a wall, paired with a tournament by their code, and steered."""
