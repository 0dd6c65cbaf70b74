"""Replacing what stands: who names its ETag in If-Match has seen it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from tournaments.actions.problems import Refused
from tournaments.models import Announcement, Hand

from .conditional import etag_of_data, named_in
from .problems import Told

IF_MATCH = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The ETag of what is to be replaced")
NO_VERSION = 0

Versioned = Hand | Announcement
Shape = type[BaseSerializer[Any]]


def version_meant(request: Request, standing: Versioned | None, shape: Shape) -> int | None:
    """The version that the request's If-Match means; None where it has none."""
    condition = request.headers.get("If-Match")
    if condition is None:
        return None
    if standing and named_in(condition, etag_of_data(shape(standing).data)):
        return standing.version
    return NO_VERSION


def with_current(refused: Refused, standing: Versioned | None, shape: Shape, **more: Any) -> Told:
    """The refusal with what stands, its ETag, and whatever else is to be compared."""
    if standing is None:
        return Told(refused, current=None)
    current = shape(standing).data
    return Told(refused, current=current, current_etag=etag_of_data(current), **more)
