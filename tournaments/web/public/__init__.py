"""What everybody may read beside the standings page: calendars, spreadsheets, and what messengers show."""
