"""Erasing people: what is personal goes, what was played stays, and the ledger still holds."""
