"""The views of the site.

Each view finds the rows, checks permissions and input, calls an action, and returns the response.
"""
