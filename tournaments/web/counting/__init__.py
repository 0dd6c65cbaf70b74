"""The card counter: cards in piles, their points, and the layout of its page."""
