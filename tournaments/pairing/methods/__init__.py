"""The methods: each makes tables in a way of its own."""
