"""How Tavolo uses SQLite and PostgreSQL."""
