"""Webhooks: messages about public events to programs of a club, by the Standard Webhooks specification."""
