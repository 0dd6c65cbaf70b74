"""Names in letters that run from right to left, kept apart from the sentence around them."""

import re
from collections.abc import Mapping

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def isolated(words: str) -> str:
    """Return the words between the marks of Unicode that keep commas and figures beside them where they are.

    >>> isolated("Anna"), isolated("דן").encode("unicode_escape")
    ('Anna', b'\\\\u2068\\\\u05d3\\\\u05df\\\\u2069')
    """
    return f"\u2068{words}\u2069" if RIGHT_TO_LEFT.search(words) else words


def filled(sentence: str, params: Mapping[str, object]) -> str:
    """Return a sentence in %-style with its params filled in, each text among them isolated."""
    return sentence % {name: isolated(said) if isinstance(said, str) else said for name, said in params.items()}
