"""Forms: shapes to fill in. Most of what may stand in them the actions decide."""
