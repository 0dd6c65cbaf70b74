"""The supervisor: starts, watches and ends the programs of one installation."""
