"""Push notifications to phones about their players' next tables; off until the installation has a key."""
