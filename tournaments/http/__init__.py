"""What pages and API share: finding what an address names, and the status of a refusal."""
