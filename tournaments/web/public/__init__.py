"""Public content other than pages: calendars, spreadsheets and link previews."""
