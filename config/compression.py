"""Pages that weigh little on a bad phone."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressedPages(GZipMiddleware):
    """Compress HTML, as Django does it safely; the API keeps its strong ETags and its own ways."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page for a browser that reads gzip."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
