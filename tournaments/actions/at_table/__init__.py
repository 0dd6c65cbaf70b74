"""What phones at a table may do: open a session, claim a seat, enter and confirm hands, call the director."""
