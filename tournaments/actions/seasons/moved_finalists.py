"""Changes of a season's declaration that change who qualifies for the final; a director must confirm the names."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_noop as _

from tournaments.ranking.seasons import Finalists, Placed, Who, finalists

from ..core.refusals import Problem
from .standing import Counted, name_of, names_of

CODE = "changes_final"


def _finalists(counted: Counted) -> Finalists:
    rows = counted.rank()
    places = [[part.place if part else None for part in row.parts] for row in rows]
    placed = [
        Placed(row.line.who, row.ranked.place, len(row.line.cells), of_parts)
        for row, of_parts in zip(rows, places, strict=True)
    ]
    return finalists(counted.declared, placed)


def changed_final(earlier: Counted, later: Counted) -> Iterator[Problem]:
    """Yield problems that name those who would newly qualify for the final, no longer qualify, or be champion."""
    before, after = _finalists(earlier), _finalists(later)
    went, goes = _qualified(before), _qualified(after)
    shown = names_of(pk for who in {*went, *goes, after.champion} if isinstance(who, tuple) for pk in who)

    def names(whos: Sequence[Who]) -> str:
        return ", ".join(name_of(who, shown) for who in whos)

    if new := [who for who in goes if who not in went]:
        yield Problem(CODE, _("These would go to the final as well: %(names)s."), {"names": names(new)})
    if gone := [who for who in went if who not in goes]:
        yield Problem(CODE, _("These would no longer go to the final: %(names)s."), {"names": names(gone)})
    if after.champion and after.champion != before.champion:
        message = _("At present, %(name)s wins all parts and is champion: there is no final.")
        yield Problem(CODE, message, {"name": names([after.champion])})


def _qualified(final: Finalists) -> list[Who]:
    return [each.who for each in final.contenders if not each.skipped]
