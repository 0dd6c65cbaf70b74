"""Isolating names in right-to-left scripts from the sentence around them."""

import re
from collections.abc import Callable, Mapping

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
MARKED = re.compile("\u2068([^\u2068\u2069]*)\u2069")


def isolated(words: str) -> str:
    """Return words with right-to-left letters between Unicode isolation marks, other words unchanged.

    The marks keep commas and figures beside the words in their place.

    >>> isolated("Anna"), isolated("דן").encode("unicode_escape")
    ('Anna', b'\\\\u2068\\\\u05d3\\\\u05df\\\\u2069')
    """
    return f"\u2068{words}\u2069" if RIGHT_TO_LEFT.search(words) else words


def marked(name: str) -> str:
    """Return the name between Unicode isolation marks, whatever its letters, for a page that shows it as a name.

    >>> marked("Anna").encode("unicode_escape")
    b'\\\\u2068Anna\\\\u2069'
    """
    return f"\u2068{name}\u2069"


def plain(sentence: str) -> str:
    """Return a sentence for output other than a page: only names with right-to-left letters keep their marks.

    >>> plain(f"{marked('Anna')} is here.")
    'Anna is here.'
    """
    return MARKED.sub(lambda name: isolated(name[1]), sentence)


def filled(sentence: str, params: Mapping[str, object], keep: Callable[[str], str] = isolated) -> str:
    """Return a sentence in %-style with its params filled in; each text among the params is passed through `keep`."""
    return sentence % {name: keep(said) if isinstance(said, str) else said for name, said in params.items()}
