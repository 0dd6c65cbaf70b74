"""The WSGI application that the web server calls."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from .lifeline import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
end_with_parent()  # a web process that outlived its server would keep the port
# Without a proxy of ours in front, what a client says of its own address is not believed.
application = wrap_wsgi_with_proxy_headers(get_wsgi_application(), settings.TRUSTED_PROXIES)
