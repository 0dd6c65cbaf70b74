"""The verbs: every transaction of Tavolo lives here."""
