"""The rules of the card games: tallies in, scores out; nothing but the standard library."""
