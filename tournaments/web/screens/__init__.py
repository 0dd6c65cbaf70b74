"""What the screens of a hall are told."""
