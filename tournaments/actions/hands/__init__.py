"""Recording and judging the hands of a table: versions, disputes, announcements, and the players on its seats."""
