"""Player lists, pasted or in a file: read them, review doubtful names, enter the players."""
