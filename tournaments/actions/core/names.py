"""Reading and comparing names as people type them."""

import re
import unicodedata
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models.club import NAME_LENGTH

from .refusals import Problem

APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`´＇", "'"))
SURNAME_LETTERS = 3
"""A word of at least this many capital letters is read as a surname, not as initials."""


def read_name(text: str) -> str:
    """Return a typed name with the given name first: "Rossi, Mario" and "ROSSI Mario" become Mario Rossi.

    All names pass through this function, whether typed, sent or on a list.
    """
    surname, *given = (part.strip() for part in normalise_text(text).split(","))
    words = " ".join(filter(None, [*given, surname])).split()
    capital = [is_in_capitals(word) for word in words]
    longest = max((len(word) for word in words if is_in_capitals(word)), default=0)
    if all(capital) or longest < SURNAME_LETTERS:
        return " ".join(words)
    behind = capital.index(False)
    if not given and not any(capital[behind:]):
        words = [*words[behind:], *words[:behind]]
    return " ".join(word.title() if is_in_capitals(word) else word for word in words)


def is_in_capitals(word: str) -> bool:
    """Whether a word has at least two letters, and all letters are capitals."""
    return word.isupper() and sum(map(str.isalpha, word)) > 1


def fold_text(text: str) -> str:
    """Return a text without case and accents, with single spaces and only one kind of apostrophe."""
    plain = normalise_text(text).translate(APOSTROPHES)
    decomposed = unicodedata.normalize("NFKD", plain.casefold())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(letters.split())


def name_key(name: str) -> str:
    """Return the key that different spellings of one name share: without case, accents or extra spaces."""
    return fold_text(name)[: 2 * NAME_LENGTH]


def initials(name: str) -> str:
    """Return "M. R." for "Maria Rossi": the first letter of each word."""
    letters = (next(filter(str.isalnum, word), word[0]) for word in name.split())
    return " ".join(f"{letter}." for letter in letters)


UNREADABLE = re.compile("[\0\ud800-\udfff]")
"""NULs and halves of characters, which cannot be typed; other control characters count as spaces."""


def name_problems(name: object, *pointer: str | int) -> list[Problem]:
    """Return the problems of a name: not text, unreadable, empty, or longer than 100 characters."""
    if not isinstance(name, str):
        return [Problem("not_a_string", _("The name must be text."), pointer=pointer)]
    if UNREADABLE.search(name):
        return [Problem("bad_characters", _("Write the name without control characters."), pointer=pointer)]
    length = len(normalise_text(name))
    if not length:
        return [Problem("missing_field", _("Enter a name."), pointer=pointer)]
    if length > NAME_LENGTH:
        message = _("The name has %(length)d characters: shorten it to %(limit)d.")
        return [Problem("too_long", message, {"length": length, "limit": NAME_LENGTH}, pointer)]
    return []


DASHES = re.compile(r"[\u2010-\u2015]|(?<=\w)/(?=\w)")
"""Dashes and slashes, as in 2026–27 and 2026/27; `slugify` knows only the hyphen."""


def free_slug(name: str, existing: QuerySet[Any], *, length: int = 60, reserved: frozenset[str] = frozenset()) -> str:
    """Return a slug made from a name that is neither reserved nor used by a row of `existing`."""
    base = slugify(DASHES.sub("-", name))[: length - 8].strip("-") or "tavolo"
    taken = reserved | set(existing.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)
