"""A tournament in public: its standings, its players, and each one's way through it."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments import ranking
from tournaments.models import Entry, Round, Seat, Standing, Table, Tournament
from tournaments.web import words
from tournaments.web.access import find_entry, find_tournament
from tournaments.web.frame import frame


def standings(request: HttpRequest, slug: str, after_round: int | None = None) -> HttpResponse:
    """The published standings, the latest or those after a round."""
    tournament = find_tournament(request, slug)
    if after_round is None:
        standing = snapshots(tournament).first()
    else:
        standing = get_object_or_404(snapshots(tournament), after_round=after_round)
    context = frame(request, tournament, "standings") | _order(tournament)
    return render(request, "tournament/standings.html", {**context, **_published(standing)})


def snapshots(tournament: Tournament) -> QuerySet[Standing]:
    """The tournament's published standings, the latest first."""
    return tournament.standings.order_by("-after_round").defer("body_gzip")


def _published(standing: Standing | None) -> dict[str, Any]:
    document = standing.document if standing else {"rows": []}
    counts = Counter(row["score_exact"] for row in document["rows"])
    tied = {row["entry"] for row in document["rows"] if counts[row["score_exact"]] > 1}
    follow = {"follows_by": "standings", "revision": document.get("revision", 0)}
    return {"standing": standing, "document": document, "tied": tied, **follow}


def _order(tournament: Tournament) -> dict[str, Any]:
    ruleset = tournament.rules
    criteria = [ranking.CRITERIA[code] for code in tournament.tie_breaks]
    return {
        "criteria": [(c.code, words.translated(c.title)) for c in criteria],
        "score_title": words.score_title(ruleset, tournament.scoring),
        "order_sentence": words.order_sentence(ruleset, tournament.scoring),
        "tie_sentence": words.tie_sentence(tournament.tie_breaks, ruleset),
    }


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays in the tournament, by name."""
    tournament = find_tournament(request, slug)
    context = {
        **frame(request, tournament, "players"),
        "entries": tournament.entries.order_by("name"),
    }
    return render(request, "tournament/players.html", context)


def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One entry's way through the tournament: where it sat, with whom, what it got."""
    tournament = find_tournament(request, slug)
    entry = find_entry(tournament, pk)
    row = _row_of(snapshots(tournament).first(), entry.pk)
    context = {
        **frame(request, tournament, "players"),
        **_order(tournament),
        "entry": entry,
        "people": entry.players.all(),
        "row": row,
        "stages": _stages(entry, row),
    }
    return render(request, "tournament/entry.html", context)


@dataclass(frozen=True, slots=True)
class Stage:
    """A public round of an entry: the table and the others at it, or none for a sit-out."""

    round: int
    table: int | None
    others: tuple[Seat, ...]
    score: str | None


def _stages(entry: Entry, row: dict[str, Any] | None) -> list[Stage]:
    scores = {score["round"]: score["score"] for score in row["rounds"]} if row else {}
    public = Round.objects.published().filter(tournament=entry.tournament_id)
    tables = Table.objects.filter(round__in=public, seats__entry=entry).select_related("round")
    seats = Prefetch("seats", Seat.objects.exclude(entry=entry).select_related("entry"))
    played = [
        Stage(t.round.number, t.number, tuple(t.seats.all()), scores.get(t.round.number))
        for t in tables.prefetch_related(seats)
    ]
    out = entry.sit_outs.filter(round__in=public).values_list("round__number", flat=True)
    rested = [Stage(number, None, (), scores.get(number)) for number in out]
    return sorted([*played, *rested], key=lambda stage: stage.round)


def _row_of(standing: Standing | None, entry: int) -> dict[str, Any] | None:
    rows = standing.document["rows"] if standing else []
    return next((row for row in rows if row["entry"] == entry), None)
