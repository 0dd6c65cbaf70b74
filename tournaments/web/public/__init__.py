"""Public content beside the pages: calendars, spreadsheets, and previews for messengers."""
