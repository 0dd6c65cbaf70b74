"""Names inside the sentences of a page: no browser translates them, and their letters run their own way."""

from collections.abc import Mapping

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scoring import bidi


def kept(name: object) -> SafeString:
    """A name as a page shows it inside a sentence.

    >>> kept("<b>Anna")
    '<bdi translate="no">&lt;b&gt;Anna</bdi>'
    """
    return format_html('<bdi translate="no">{}</bdi>', name)


def filled(sentence: str, params: Mapping[str, object]) -> str:
    """A sentence in %-style with its params, each text among them marked as a name."""
    return bidi.filled(sentence, params, bidi.marked)


def told(sentence: str) -> SafeString:
    """A sentence as a page shows it, the names that are marked in it kept.

    >>> told("\u2068Anna\u2069 & <i>")
    '<bdi translate="no">Anna</bdi> &amp; &lt;i&gt;'
    """
    said = bidi.MARKED.sub(r'<bdi translate="no">\1</bdi>', conditional_escape(sentence))
    return mark_safe(said)  # noqa: S308 - it was escaped before
