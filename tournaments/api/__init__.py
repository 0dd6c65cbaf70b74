"""The REST API: each view finds, permits, validates, acts and answers; every write goes through an action."""
