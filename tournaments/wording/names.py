"""Names inside sentences of a page: browsers must not translate them, and their text direction is isolated."""

import re
from collections.abc import Mapping
from functools import cache

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from scoring import bidi


def as_name(name: object) -> SafeString:
    """Return a name as HTML for the inside of a sentence.

    >>> as_name("<b>Anna")
    '<bdi translate="no">&lt;b&gt;Anna</bdi>'
    """
    return format_html('<bdi translate="no">{}</bdi>', name)


def filled(sentence: str, params: Mapping[str, object]) -> str:
    """Return a sentence in % format with these values filled in; values that are text are marked as names."""
    return bidi.filled(sentence, params, bidi.marked)


def with_names(sentence: str) -> SafeString:
    """Return a sentence as HTML, with its marked names in `bdi` elements.

    >>> with_names("\u2068Anna\u2069 & <i>")
    '<bdi translate="no">Anna</bdi> &amp; &lt;i&gt;'
    """
    said = bidi.MARKED.sub(r'<bdi translate="no">\1</bdi>', conditional_escape(sentence))
    return mark_safe(said)  # noqa: S308 - it was escaped before


COUNTED = ("Round", "Table", "Hand", "Seat", "Place")


def together(said: str) -> str:
    """Return the text with a no-break space between a word of `COUNTED` and the number after it.

    >>> together("After round 3: table 12.")
    'After round\\xa03: table\\xa012.'
    """
    tied = _counted(get_language() or "").sub(r"\1" + "\xa0", said)
    return mark_safe(tied) if isinstance(said, SafeString) else tied  # noqa: S308 - spaces alone were changed


@cache
def _counted(_language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(gettext(word)) for word in COUNTED)
    return re.compile(rf"\b({words}) (?=\d)", re.IGNORECASE)
