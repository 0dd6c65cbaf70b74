"""The rows of a season's standings as JSON without names, formatted by hand for tens of thousands of cells."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments import ranking
from tournaments.ranking.seasons import Number, Ranked, SeasonLine, SeasonOutlook, SeasonRow, Who, unscaled

TRUE = ("false", "true")
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

    `slugs` are those of the evenings, `outlooks` the outlooks in the season, `of_parts` those in each part.
    """
    begins, texts = [f'{{"tournament":{json.dumps(slug)},"place":' for slug in slugs], _Texts()
    for row in rows:
        is_whole = row.line.units and not row.line.units[0].round
        cells = (_whole_evenings if is_whole else _rounds)(row.line, begins, texts)
        begin, end = encoded(_begin(row)), encoded(_end(row, outlooks, of_parts))
        yield f'{begin[:-1]},"evenings":[{",".join(cells)}],{end[1:]}'.encode()


def _begin(row: SeasonRow) -> dict[str, Any]:
    line, ranked = row.line, row.ranked
    begin = {
        "place": ranked.place,
        "who": line.who,
        "score": ranking.decimal(ranked.score),
        "score_exact": str(ranked.score),
        "attended": len(line.places),
    }
    if line.added:
        begin["added"] = ranking.decimal(ranking.total(line.added.values()))
    return begin


def _end(row: SeasonRow, outlooks: Outlooks, of_parts: Sequence[Outlooks]) -> dict[str, Any]:
    who = row.line.who
    end: dict[str, Any] = {"tie_breaks": _tie_breaks(row.ranked), "moved": row.moved}
    if row.parts:
        end["parts"] = [part and _part(part, inside.get(who)) for part, inside in zip(row.parts, of_parts, strict=True)]
    return end | _outlook(outlooks.get(who))


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


def _whole_evenings(line: SeasonLine, begins: Sequence[str], texts: _Texts) -> list[str]:
    """Return the JSON of each evening in a row: place, points, and whether it counts."""
    counted, places = {unit.evening for unit in line.counted}, _places(line)
    return [
        f'{begins[at]}{places[at]},"points":"{texts[scaled]}","counts":{TRUE[at in counted]}}}'
        for _value, at, _round, scaled in line.units
    ]


def _rounds(line: SeasonLine, begins: Sequence[str], texts: _Texts) -> Iterator[str]:
    """Yield the JSON of each evening in a row with its rounds, and for each round whether it counts."""
    counted, places = {unit[1:3] for unit in line.counted}, _places(line)
    for at, units in line.by_evening():
        rounds = [
            f'{{"round":{unit.round},"points":"{texts[unit.scaled]}","counts":{TRUE[unit[1:3] in counted]}}}'
            for unit in units
        ]
        worth = ranking.decimal(ranking.total(unit.value for unit in units))
        counts = TRUE[any(unit[1:3] in counted for unit in units)]
        more = f',"rounds":[{",".join(rounds)}]' if rounds else ""
        yield f'{begins[at]}{places[at]},"points":"{worth}","counts":{counts}{more}}}'


def _places(line: SeasonLine) -> Mapping[int, int | str]:
    return {at: "null" if place is None else place for at, place in line.places.items()}
