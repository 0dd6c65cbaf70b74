"""The people of a club and of a tournament: players, entries, lists of names, fees, penalties and decisions."""
