"""The draw methods. Each makes the rounds for a request."""
