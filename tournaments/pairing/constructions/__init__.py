"""Schedules that mathematics hands over ready: combinatorial designs."""
