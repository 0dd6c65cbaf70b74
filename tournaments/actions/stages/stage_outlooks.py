"""Which entries certainly qualify for the next stage, may qualify, or cannot, while earlier stages are in play."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from tournaments.models import Stage, Tournament
from tournaments.models.setting_columns import Visibility
from tournaments.ranking.outlook.together import PlaceBounds, among_best, bounds_of
from tournaments.ranking.ranked import GoesOn

from ..standings.published_changes import contents_after
from ..standings.results import read_results
from .intake import AWAY, read_intake
from .places import Document
from .stage_results import StageResult, latest_documents, results_of


def public_outlook(tournament: Tournament, document: Document) -> GoesOn:
    """Return, by entry, whether it qualifies for the next public stage, as far as the public can know; None if open.

    Return {} if there is no such stage. Nothing is assumed about groups that are private or hidden.
    """
    stage = _stage_after(tournament, public=True)
    if stage is None:
        return {}
    shown = [each for each in stage.sources.all() if each.visibility == Visibility.PUBLIC]
    hidden = {each.pk: each.standings_hidden_after for each in shown}
    others = latest_documents(shown, hidden) if _is_together(stage) else {}
    return _known_qualifications(stage, tournament, {**others, tournament.pk: document})


def supposed_outlook(tournament: Tournament, document: Document) -> GoesOn:
    """Return, by entry, whether it qualifies by these standings, as far as directors can know; None if open."""
    stage = _stage_after(tournament, public=False)
    if stage is None:
        return {}
    others = [each for each in stage.sources.all() if each.pk != tournament.pk] if _is_together(stage) else []
    if _is_over(tournament, document) and all(each.has_ended for each in others):
        candidates = read_intake(stage, supposed={tournament.pk: document}).candidates
        own = [each for each in candidates if each.result.tournament.pk == tournament.pk]
        return {each.result.row["entry"]: None if each.verdict == "level" else each.qualifies for each in own}
    documents = {each.pk: _for_directors(each) for each in others}
    return _known_qualifications(stage, tournament, {**documents, tournament.pk: document})


def with_goes_on(document: Document, qualified: GoesOn) -> Document:
    """Return the standings with `goes_on` in each row whose qualification is known."""
    rows = [
        {**row, "goes_on": qualified[row["entry"]]} if row["entry"] in qualified else row for row in document["rows"]
    ]
    return {**document, "rows": rows}


def _for_directors(tournament: Tournament) -> Document:
    """Return the latest standings with the places still possible, even if the public does not see these."""
    tournament.outlook = True  # not saved
    results = read_results(tournament)
    number = max(results.rounds, default=0)
    document: Document = json.loads(contents_after(tournament, results, number, number)[number])
    return document


def _stage_after(tournament: Tournament, *, public: bool) -> Stage | None:
    if tournament.championship is None:
        return None
    return Stage.objects.taking_best_of(tournament, public=public).prefetch_related("sources").first()


def _is_together(stage: Stage) -> bool:
    return not stage.of_each and len(stage.sources.all()) > 1


def _is_over(tournament: Tournament, document: Document) -> bool:
    """Whether nothing more will be played after these standings."""
    if document.get("after_round", 0) >= tournament.rounds_planned:
        return tournament.has_ended or document.get("outstanding_tables") == 0
    is_ended_early = tournament.status == Tournament.Status.ARCHIVED and tournament.has_ended
    return is_ended_early and tournament.standings_hidden_after is None  # else the standings are of an earlier round


def _known_qualifications(stage: Stage, tournament: Tournament, documents: Mapping[int, Document]) -> GoesOn:
    is_together = _is_together(stage)
    if not is_together and not any("outlook" in row for row in documents[tournament.pk]["rows"]):
        return {}  # no places are predicted, for example in the final of a knock-out
    sources = list(stage.sources.all()) if is_together else [tournament]
    if all(_is_over(each, documents.get(each.pk, {})) for each in sources):
        return {}
    results = results_of(sources, documents)
    staying = [each for each in results if not each.gone]
    if len({each.who for each in staying}) < len(staying):
        return {}  # a competitor that plays in two of them can qualify only once
    entries = chain.from_iterable(_bounds(each, results, documents.get(each.pk)) for each in sources)
    qualified = among_best(entries, stage.last or 0, are_alike=all(each.merit for each in results))
    own = [each for each in results if each.tournament.pk == tournament.pk and not each.row.get("stand_in")]
    return {each.row["entry"]: qualified.get(each.row["entry"], False) for each in own if qualified}


def _bounds(source: Tournament, results: Sequence[StageResult], document: Document | None) -> Iterator[PlaceBounds]:
    """Yield the places and scores that the entries of a group can still get; without limits if none are published."""
    if document is None:
        statuses = source.entries.filter(stand_in=False).values_list("status", flat=True)
        yield from (PlaceBounds(source.pk, -n, out=status in AWAY) for n, status in enumerate(statuses))
        return
    is_over = _is_over(source, document)
    for each in results:
        if each.tournament.pk == source.pk and _counts(each, is_over=is_over):
            yield _bounds_of(each, is_over=is_over)


def _counts(result: StageResult, *, is_over: bool) -> bool:
    """Whether an entry can qualify, or keeps a place before others that do.

    While rounds are to come, an entry that left does not count, because it ends last.
    """
    if is_over:
        return bool(result.place)
    return not result.gone or "outlook" in result.row


def _bounds_of(result: StageResult, *, is_over: bool) -> PlaceBounds:
    row: Mapping[str, Any] = result.row
    low_wins = result.tournament.low_score_wins
    bounds = PlaceBounds(result.tournament.pk, row["entry"], out=result.gone)
    if "outlook" in row and not is_over:
        outlook = row["outlook"]
        least, most = bounds_of(outlook, low_wins=low_wins)
        return bounds._replace(best=outlook["best"], worst=outlook["worst"], least=least, most=most)
    if not is_over:
        return bounds
    score = Fraction(row["score"]) * (-1 if low_wins else 1)  # rounded like the bounds of the other entries
    return bounds._replace(best=row["place"], worst=row["place"], least=score, most=score)
