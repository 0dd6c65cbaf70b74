"""The pages that a phone opens by the card on the table, and what a director does about them."""
