"""The RSGI application that the web server calls, by granian's own interface."""

from . import wsgi

# isort: split
from tournaments.serving.application import Application  # after Django is set up

application = Application(wsgi.application)
