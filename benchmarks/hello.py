"""The least that the web server can do, for a baseline: the application of `benchmarks.public_reads`."""

from granian.rsgi import HTTPProtocol, Scope


class Application:
    """Answers hello."""

    async def __rsgi__(self, _scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer it."""
        protocol.response_bytes(200, [("content-type", "text/plain")], b"hello")


application = Application()
