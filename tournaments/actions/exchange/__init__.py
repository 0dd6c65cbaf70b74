"""The open format: a whole tournament as one JSON document."""
