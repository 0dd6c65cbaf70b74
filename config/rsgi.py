"""The application for the web server granian, with granian's own interface RSGI."""

from . import wsgi

# isort: split
from tournaments.serving.application import Application  # needs Django, which `wsgi` sets up

application = Application(wsgi.application)
