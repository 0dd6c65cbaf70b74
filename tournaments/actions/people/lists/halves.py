"""Lines whose two cells may be the halves of one name, or a name and a club: `Esposito; Carmela`."""

import re
from collections.abc import Mapping

from ..family_names import is_particle
from .listed import Listed

WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
TURNED, JOINED = "turned", "joined"


def may_be_halves(listed: Listed) -> bool:
    """Whether what was read as a name and a club is one word each, and so perhaps one name."""
    return (
        len(listed.names) == 1 and not listed.club_is_sure and _is_a_word(listed.names[0]) and _is_a_word(listed.club)
    )


def as_one_name(listed: Listed) -> Mapping[str, str]:
    """Return the names that the two halves can make, with the surname first or last."""
    (name,) = listed.names
    return {TURNED: f"{listed.club} {name}", JOINED: f"{name} {listed.club}"}


def _is_a_word(text: str) -> bool:
    words = [word for word in text.split() if not is_particle(word)]
    return len(words) == 1 and WORD.fullmatch(words[0]) is not None
