"""The draw methods: each makes rounds for a request."""
