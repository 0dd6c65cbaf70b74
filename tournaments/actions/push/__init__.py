"""Push notifications to phones about their players' next tables. They are off until the installation has a key."""
