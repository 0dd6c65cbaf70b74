"""What the phones at a table may do: come in, sit down, enter, agree, call."""
