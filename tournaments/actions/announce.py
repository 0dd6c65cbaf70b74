"""Telling the worker that standings are to be refreshed: a hint, never the only trace.

What is due stands in the database (a revision ahead of the published one); the sweep finds it
even when every message is lost.
"""

from config.celery import hint

REFRESH = "tournaments.tasks.refresh_standings"


def refresh_after_commit(tournament_id: int) -> None:
    """Ask for fresh standings of this tournament, once, when the transaction is committed."""
    hint(REFRESH, tournament_id)
