"""The REST API: find, permit, validate, act, answer; every write goes through an action."""
