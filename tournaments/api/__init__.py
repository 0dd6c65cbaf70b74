"""The REST API. A view finds an object, checks permissions and the request, and responds; all writes are actions."""
