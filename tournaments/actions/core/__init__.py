"""What every action needs: who acts, refusals, rows under their lock, the ledger, and acting once."""
