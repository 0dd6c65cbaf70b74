"""A typed client for the API of Tavolo."""

from . import models
from .client import Phone, Tavolo
from .problems import Fault, Refused
from .transport import etag_of, revision_of
from .webhooks import read_webhook

__all__ = ["Fault", "Phone", "Refused", "Tavolo", "etag_of", "models", "read_webhook", "revision_of"]
