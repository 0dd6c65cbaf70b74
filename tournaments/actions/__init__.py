"""The actions of Tavolo: all transactions are in this package."""
