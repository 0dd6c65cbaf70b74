"""The application that the web server granian calls, by granian's own interface RSGI."""

from . import wsgi

# isort: split
from tournaments.serving.application import Application  # after Django is set up

application = Application(wsgi.application)
