"""The card counter: cards by pile, points, and the layout of the page."""
