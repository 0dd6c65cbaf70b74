"""Parts that all actions share: actors, refusals, locked rows, the ledger, idempotency."""
