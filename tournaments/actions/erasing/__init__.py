"""Erasing people: personal data is deleted, results stay, and the ledger can still be verified."""
