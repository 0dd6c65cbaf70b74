"""Parts of a phone's page at a table: the phone and its seat, the player who speaks, and news."""
