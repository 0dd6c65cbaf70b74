"""What answers at each address of the site: find, permit, validate, act, answer."""
