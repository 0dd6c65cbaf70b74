"""Parts of a phone's page at a table: session, seat, who confirms a hand, disputes, and changes."""
