"""One running Tavolo: its programs, started, watched and ended together."""
