"""Settings, root URLs, and the Celery application."""
