"""Setting up clubs and their members, tournaments and their plans, and API tokens."""
