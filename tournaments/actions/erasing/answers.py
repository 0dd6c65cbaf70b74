"""Answers kept for whoever asks twice: a name in them is replaced."""

import json
import re

from tournaments.models import IdempotencyKey

from ..names import fold_text


def forget_in_answers(name: str, *, instead: str) -> None:
    """Let every answer that is kept say another name; one that cannot be mended is emptied.

    The answer itself is kept: asking again still has no second effect.
    """
    for kept in IdempotencyKey.objects.iterator():
        said = bytes(kept.body).decode(errors="replace")
        if fold_text(name) in fold_text(_unescaped(said)):
            told = _replaced(said, name, instead)
            still = fold_text(name) in fold_text(_unescaped(told))
            kept.body = b"{}" if still else told.encode()
            kept.save(update_fields=["body"])


def _unescaped(said: str) -> str:
    """What JSON says, its escapes read; anything else as it is."""
    try:
        return json.dumps(json.loads(said), ensure_ascii=False)
    except ValueError:
        return said


def _replaced(said: str, name: str, instead: str) -> str:
    for spelling in (json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(name)[1:-1]):
        said = re.sub(re.escape(spelling), lambda _found: instead, said, flags=re.IGNORECASE)
    return said
