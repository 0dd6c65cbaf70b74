"""The views of the site. Each finds the rows, checks permission and input, runs an action, and makes the response."""
