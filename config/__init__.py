"""How Tavolo is put together: settings, addresses, the Celery application."""
