"""Setting up: clubs and their members, tournaments and what they are to be, programs that may ask."""
