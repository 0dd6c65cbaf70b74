"""A tournament's log: its ledger as sentences, with who and when."""
