"""Recording and judging the hands of a table: versions, disputes, announcements, and which player sat where."""
