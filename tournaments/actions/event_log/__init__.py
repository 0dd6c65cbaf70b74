"""A tournament's log: its ledger as sentences, with actor and time."""
