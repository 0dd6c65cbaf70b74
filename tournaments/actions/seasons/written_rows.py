"""The rows of a season's standings as JSON without names, formatted by hand for tens of thousands of cells."""

import json
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from tournaments import ranking
from tournaments.ranking.seasons import Number, Ranked, SeasonLine, SeasonOutlook, SeasonRow, Who, unscaled

TRUE = ("false", "true")
NO_EVENINGS, ADDED = '"evenings":[]', attrgetter("added")
Outlooks = Mapping[Who, SeasonOutlook]
encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class _Texts(dict[Number, str]):
    """The JSON text of each scaled number, computed once."""

    def __missing__(self, scaled: Number) -> str:
        text = self[scaled] = ranking.decimal(unscaled(scaled))
        return text


def written_rows(
    slugs: Sequence[str], rows: Sequence[SeasonRow], outlooks: Outlooks, of_parts: Sequence[Outlooks]
) -> Iterator[bytes]:
    """Yield each row as JSON.

    `slugs` are the slugs of the evenings, `outlooks` the outlooks in the season, `of_parts` the outlooks in each part.
    """
    begins, texts = [f'{{"tournament":{json.dumps(slug)},"place":' for slug in slugs], _Texts()
    for row in rows:
        is_whole = row.line.units and not row.line.units[0].round
        cells = (_whole_evenings if is_whole else _rounds)(row.line, begins, texts)
        about = encoded(_without_evenings(row, outlooks, of_parts))
        yield about.replace(NO_EVENINGS, f'"evenings":[{",".join(cells)}]', 1).encode()


def _without_evenings(row: SeasonRow, outlooks: Outlooks, of_parts: Sequence[Outlooks]) -> dict[str, Any]:
    line, ranked, about = row.line, row.ranked, dict[str, Any]()
    about |= {"place": ranked.place, "who": line.who}
    about |= {"score": ranking.decimal(ranked.score), "score_exact": str(ranked.score), "attended": len(line.cells)}
    if added := [*filter(None, map(ADDED, line.cells))]:
        about["added"] = ranking.decimal(unscaled(sum(added)))
    about |= {"evenings": [], "tie_breaks": _tie_breaks(ranked), "moved": row.moved}
    if row.parts:
        of_who = [outlooks.get(line.who) for outlooks in of_parts]
        about["parts"] = [part and _part(part, outlook) for part, outlook in zip(row.parts, of_who, strict=True)]
    return about | _outlook(outlooks.get(line.who))


def _part(part: Ranked, outlook: SeasonOutlook | None) -> dict[str, Any]:
    about = {"place": part.place, "score": ranking.decimal(part.score), "tie_breaks": _tie_breaks(part)}
    return about | _outlook(outlook)


def _outlook(outlook: SeasonOutlook | None) -> dict[str, Any]:
    if outlook is None:
        return {}
    ends = {"least": ranking.decimal(outlook.least), "most": ranking.decimal(outlook.most)}
    return {"outlook": {"best": outlook.best, "worst": outlook.worst, **ends}}


def _tie_breaks(ranked: Ranked) -> dict[str, str | None]:
    return {code: None if value is None else ranking.decimal(value) for code, value in ranked.tie_breaks.items()}


def _whole_evenings(line: SeasonLine, begins: Sequence[str], texts: _Texts) -> Iterator[str]:
    """Yield the JSON of each evening in a row: place, points, and whether it counts."""
    counted = {evening for _value, evening, _round in line.counted}
    return (
        f'{begins[at]}{place or "null"},"points":"{texts[unit[0]]}","counts":{TRUE[at in counted]}}}'
        for at, place, (unit,), _added in line.cells
    )


def _rounds(line: SeasonLine, begins: Sequence[str], texts: _Texts) -> Iterator[str]:
    """Yield the JSON of each evening in a row with its rounds, and for each round whether it counts."""
    counted = {unit[1:] for unit in line.counted}
    for at, place, units, _added in line.cells:
        rounds = [
            f'{{"round":{unit.round},"points":"{texts[unit.value]}","counts":{TRUE[unit[1:] in counted]}}}'
            for unit in units
        ]
        worth, counts = texts[sum(unit.value for unit in units)], TRUE[any(unit[1:] in counted for unit in units)]
        more = f',"rounds":[{",".join(rounds)}]' if rounds else ""
        yield f'{begins[at]}{place or "null"},"points":"{worth}","counts":{counts}{more}}}'
