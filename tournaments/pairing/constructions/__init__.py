"""Ready-made schedules: combinatorial designs."""
