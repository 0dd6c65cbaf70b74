"""Django's SQLite, with writers that take turns."""
