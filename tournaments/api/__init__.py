"""The REST API. Each view finds an object, checks permissions and the request, and responds; actions do all writes."""
