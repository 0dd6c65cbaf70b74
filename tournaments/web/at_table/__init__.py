"""Parts of a phone's page at a table: the session, the phone and its seat, the player to ask, disputes, and news."""
