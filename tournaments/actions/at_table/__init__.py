"""The actions of phones at a table: open a session, claim a seat, enter and confirm hands, call the director."""
