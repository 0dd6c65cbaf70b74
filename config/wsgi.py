"""The WSGI application that the web server calls."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from tournaments.serving.warm_up import warm_up

from .celery import app as celery

# X-Forwarded-For is ignored unless a trusted proxy sent it.
application = wrap_wsgi_with_proxy_headers(get_wsgi_application(), settings.TRUSTED_PROXIES)

# Before the first request, load what every request needs.
warm_up()
celery.finalize()
