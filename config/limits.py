"""How large a request's body may be, and what is noted of one that did not come whole."""

import re

from django.conf import settings

CUT_SHORT = "tavolo.cut_short"
"""Where the web server says with which status a body is refused that did not come whole."""
IMPORTS = re.compile(settings.IMPORT_ADDRESSES)


def limit_at(path: str) -> int:
    """How many bytes a body may have at this address."""
    return settings.IMPORT_LIMIT if IMPORTS.fullmatch(path) else settings.BODY_LIMIT
