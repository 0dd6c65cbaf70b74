"""The actions of Tavolo: every transaction is here."""
