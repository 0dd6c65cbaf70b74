"""The client of a request, found as Django does: behind a trusted proxy, it is the address that the proxy names."""

from typing import cast

from django.conf import settings
from granian.rsgi import Scope
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from tournaments.actions.setup.signing_in import network_of

from .rsgi_to_wsgi import Headers, environ_of

FORWARDED = "x-forwarded-for"
_address = wrap_wsgi_with_proxy_headers(lambda environ, _start: environ["REMOTE_ADDR"], settings.TRUSTED_PROXIES)


def network_of_client(scope: Scope) -> str:
    """Return the address of the client, or the /64 network of an IPv6 address."""
    forwarded: Headers = [(name, value) for name, value in scope.headers.items() if name == FORWARDED]
    return network_of(cast("str", _address(environ_of(scope, b"", forwarded), None)))
