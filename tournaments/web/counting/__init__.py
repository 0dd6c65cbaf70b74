"""The card counter: who took which cards, what that comes to, and where they lie on the page."""
