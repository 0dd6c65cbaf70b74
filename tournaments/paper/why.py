"""All scores explained on paper: a row for each entry, a column for each round, then penalties and the sum."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table

from tournaments.actions.standings.why import Given, explained
from tournaments.models import ShownStandings, Tournament
from tournaments.wording import words
from tournaments.wording.standing_words import remark, unplaced
from tournaments.wording.why_words import CARRIED
from tournaments.wording.words import Words

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

PLACE, NAME, SUM = 20 * mm, 55 * mm, 20 * mm
WIDEST, ACROSS = 20 * mm, 16
"""The greatest width of a round's column, and the most rounds that fit side by side; further ones are below."""
MARKS: Mapping[str, Words] = {
    "sit-out": pgettext_lazy("mark of a round sat out", "r"),
    "absent": pgettext_lazy("mark of a round missed", "a"),
    "forfeit": pgettext_lazy("mark of a forfeited round", "f"),
    "award": pgettext_lazy("mark of an awarded round", "d"),
}
LEGEND: Words = gettext_lazy("r: sat out · a: absent · f: forfeited · d: decided by the director")

Explanation = Mapping[str, Any]


def why_paper(shown: ShownStandings, tournament: Tournament, *, note: str) -> bytes:
    """Return the PDF that explains the latest full scores, or those of a first round so far, with reasons."""
    document = shown.standing.document if shown.standing else unplaced(shown.in_play.document if shown.in_play else {})
    number, given, scoring = document["after_round"], Given.read(tournament), tournament.ranking_scoring
    title = _title(number, is_over=shown.standing is not None)
    round_ = tournament.rounds.filter(number=number).first()
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament, round_), note=note, landscape=True)
    explanation = [explained(scoring, row, given, after_round=number) for row in document["rows"]]
    starts = any(line["source"] == CARRIED for row in document["rows"] for line in row["rounds"])
    rounds = range(0 if starts else 1, number + 1)
    parts = [
        text(LEGEND, style(9, soft=True)),
        *_grids(sheet, explanation, rounds),
        Spacer(0, 4 * mm),
        *(text(reason, style(9)) for one in explanation for reason in _reasons(one)),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _title(number: int, *, is_over: bool) -> str:
    if is_over:
        return _("How the scores are made up, after round %(number)d") % {"number": number}
    return _("How the scores are made up, in round %(number)d so far") % {"number": number}


def _grids(sheet: PageFrame, explanation: Sequence[Explanation], rounds: range) -> Iterator[Flowable]:
    """Yield a list for each `ACROSS` rounds; the last has the penalties and the sum too."""
    for start in range(0, max(1, len(rounds)), ACROSS):
        some = rounds[start : start + ACROSS]
        yield Spacer(0, (4 if start else 2) * mm)
        yield _grid(sheet, explanation, some, is_last=start + ACROSS >= len(rounds))


def _grid(sheet: PageFrame, explanation: Sequence[Explanation], rounds: range, *, is_last: bool) -> Table:
    each = min(WIDEST, (sheet.width - PLACE - NAME - 2 * SUM) / max(1, len(rounds)))
    sums = {_("Penalties"): SUM, _("Sum"): SUM} if is_last else {}
    titles = [_("Place"), _("Player"), *(str(n) if n else _("Start") for n in rounds), *sums]
    name = sheet.width - PLACE - sum(sums.values()) - each * len(rounds)
    widths = [PLACE, name, *[each] * len(rounds), *sums.values()]
    rows = [[*_cells(one, rounds)][: len(titles)] for one in explanation]
    numbers = [0, *range(2, len(titles))]
    return grid(titles, rows, widths=widths, numbers=numbers, size=8, bold=[len(titles) - 1] if is_last else [])


def _cells(explanation: Explanation, rounds: range) -> Iterator[str]:
    yield "–" if explanation["place"] is None else str(explanation["place"])
    mark = remark({**explanation, "disqualified": explanation["disqualified"] is not None})
    yield f"{explanation['name']} ({mark})" if mark else explanation["name"]
    played = {line["round"]: line for line in explanation["lines"] if line["kind"] == "round"}
    for number in rounds:
        yield _round(played[number]) if number in played else "–"
    penalties = " + ".join(words.figure(line["score"]) for line in explanation["lines"] if line["kind"] == "penalty")
    yield penalties.replace("+ −", "−")
    yield words.figure(
        explanation["score"] if any(line["score"] is not None for line in explanation["lines"]) else None
    )


def _round(line: Explanation) -> str:
    """Return the points of a round, as a fraction if the decimals do not end.

    If they do not come from a table, their source is added.
    """
    score = words.figure(line.get("exact") or line["score"])
    mark = MARKS.get(line["source"])
    return f"{score} {mark}" if mark else score


def _reasons(explanation: Explanation) -> Iterator[str]:
    if explanation["disqualified"]:
        yield _("%(name)s, disqualified: %(reason)s") % {
            "name": explanation["name"],
            "reason": explanation["disqualified"],
        }
    for line in explanation["lines"]:
        if line["reason"]:
            values = {"name": explanation["name"], "number": line["round"], "reason": line["reason"]}
            of_round, of_all = _("%(name)s, round %(number)s: %(reason)s"), _("%(name)s, penalty: %(reason)s")
            yield (of_round if line["round"] else of_all) % values
