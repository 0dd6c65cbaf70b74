"""Content negotiation by the quality values of the header Accept (RFC 9110), which REST framework ignores."""

import re
from collections.abc import Sequence
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.utils.mediatypes import media_type_matches

QUALITY = re.compile(r";\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*(?:;|$)", re.ASCII | re.IGNORECASE)


class ByQuality(DefaultContentNegotiation):
    """The client's preferred type, by its quality values; then as in REST framework."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the renderer and its media type. Raises NotAcceptable if the client accepts none."""
        accepted = self.get_accept_list(request)
        if not request.query_params.get(self.settings.URL_FORMAT_OVERRIDE):
            qualities = [_quality(renderer.media_type, accepted) for renderer in renderers]
            renderers = [each for each, q in zip(renderers, qualities, strict=True) if q == max(qualities) > 0]
        return super().select_renderer(request, renderers, format_suffix)


def _quality(media_type: str, accepted: Sequence[str]) -> float:
    """Return the quality of a type by the most specific of the ranges that contain it; 0 if none does."""
    fitting = [each for each in accepted if media_type_matches(media_type, each)]
    found = [(-each.partition(";")[0].count("*"), QUALITY.search(each)) for each in fitting]
    return max(((specific, float(q[1]) if q else 1.0) for specific, q in found), default=(0, 0.0))[1]
