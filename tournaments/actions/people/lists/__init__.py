"""Player lists, pasted or in a file: reading them, reviewing doubtful names, entering the players."""
