"""What tables play and hand in: hands, their versions, disputes, announcements, and who sat where."""
