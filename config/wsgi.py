"""The WSGI application that the web server calls."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from tournaments.serving.warm_up import warm_up

from .celery import app as celery

# Without a proxy of ours in front, what a client says of its own address is not believed.
application = wrap_wsgi_with_proxy_headers(get_wsgi_application(), settings.TRUSTED_PROXIES)

# The first visitor and the first writer do not wait for what everybody needs.
warm_up()
celery.finalize()
