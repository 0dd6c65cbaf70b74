"""A minimal application for the web server; it is the baseline of `benchmarks.public_reads`."""

from functools import cache

from granian.rsgi import HTTPProtocol, Scope


class Application:
    """An application that responds with "hello", or with as many bytes as the URL says."""

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Respond to a request."""
        protocol.response_bytes(200, [("content-type", "text/plain")], _content(scope.path[1:]))


@cache
def _content(length: str) -> bytes:
    return b"x" * int(length) if length else b"hello"


application = Application()
