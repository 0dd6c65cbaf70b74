"""Webhooks: messages about public events, sent to programs of a club as the Standard Webhooks specification says."""
