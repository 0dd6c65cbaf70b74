"""What every page begins with: who asks, what is refused, and forms that are sent twice or by two at once."""
