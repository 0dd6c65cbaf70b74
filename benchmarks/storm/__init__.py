"""An evening at full speed: four phones at every table, and many followers of the standings."""
