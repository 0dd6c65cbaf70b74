"""Parts of a phone's page at a table: session, seat, the player who confirms a hand, disputes, and changes."""
