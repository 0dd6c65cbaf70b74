"""Who sits where: pure functions over plain values."""
