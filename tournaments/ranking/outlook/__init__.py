"""The outlook: the places that an entry can still get, once all planned rounds are played.

The range of places can be too wide, but never too narrow. `plan` has the rounds and tables still to be played, `worths`
the bounds of the scores at a table, `contenders` the bounds of each entry's final score, and `places` the outlook.
"""
