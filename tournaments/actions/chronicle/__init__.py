"""A tournament's ledger as people read it: who did what, and when."""
