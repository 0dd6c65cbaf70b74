"""The views of the site: find, permit, validate, act, answer."""
