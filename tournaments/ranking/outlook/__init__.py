"""The outlook: the places that an entry can still have after all planned rounds.

The range of places may be too wide, but never too narrow. `plan` holds the rounds and tables still to be played,
`worths` the bounds of a table's scores, `contenders` the bounds of each entry's final score, and `places` the outlook.
"""
