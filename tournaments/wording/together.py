"""A word and its number on one line: Round 3, Table 12."""

import re
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

COUNTED = ("Round", "Table", "Hand", "Seat", "Place")


def together(said: str) -> str:
    """What is said, with no line's end between such a word and its number.

    >>> together("After round 3: table 12.")
    'After round\\xa03: table\\xa012.'
    """
    tied = _counted(get_language() or "").sub(r"\1" + "\xa0", said)
    return mark_safe(tied) if isinstance(said, SafeString) else tied  # noqa: S308 - spaces alone were changed


@cache
def _counted(_language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(gettext(word)) for word in COUNTED)
    return re.compile(rf"\b({words}) (?=\d)", re.IGNORECASE)
