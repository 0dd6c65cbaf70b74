"""The methods: each turns a request into rounds."""
