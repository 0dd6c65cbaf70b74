"""A tournament in public: its standings, its players, and each one's way through it."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from tournaments.http.finding import find_entry, find_tournament
from tournaments.models import Entry, Round, Seat, Standing, Table, Tournament
from tournaments.web import words
from tournaments.web.access import frame
from tournaments.web.forms.clubs import printed


def standings(request: HttpRequest, slug: str, after_round: int | None = None) -> HttpResponse:
    """The published standings, the latest or those after a round."""
    tournament = find_tournament(request, slug)
    published = snapshots(request, tournament)
    if after_round is not None:
        standing: Standing | None = get_object_or_404(published, after_round=after_round)
    elif slug != tournament.address:
        return redirect("tournament", tournament.address)  # this one can be handed on
    else:
        standing = published.first()
    framed = frame(request, tournament, "standings")
    rounds = framed["rounds"][: framed["hidden_after"]]
    context = framed | _order(tournament) | _published(tournament, standing)
    return render(request, "tournament/standings.html", {**context, "public_rounds": rounds})


def snapshots(request: HttpRequest, tournament: Tournament) -> QuerySet[Standing]:
    """The published standings that whoever asks may read, the latest first."""
    published = tournament.standings.order_by("-after_round").defer("body_gzip")
    last = tournament.hidden_after(request.user)
    return published if last is None else published.filter(after_round__lte=last)


def _published(tournament: Tournament, standing: Standing | None) -> dict[str, Any]:
    document = standing.document if standing else {"rows": []}
    counts = Counter(row["score_exact"] for row in document["rows"])
    tied = {row["entry"] for row in document["rows"] if counts[row["score_exact"]] > 1}
    revision = document.get("revision", 0)
    if tournament.standings_hidden_after is not None:
        revision = tournament.published_revision
    return {"standing": standing, "document": document, "tied": tied, "follows_by": "standings", "revision": revision}


def _order(tournament: Tournament) -> dict[str, Any]:
    ruleset, by_victory_points = tournament.rules, tournament.scoring.get("method") == "victory-points"
    return {
        "criteria": words.tie_break_titles(tournament.tie_breaks),
        "score_title": words.score_title(ruleset, tournament.scoring),
        "order_sentence": words.order_sentence(ruleset, tournament.scoring),
        "tie_sentence": words.tie_sentence(tournament.tie_breaks, ruleset),
        "split": printed(tournament.ranking_scoring.vp_limits) if by_victory_points else [],
    }


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays in the tournament, by name."""
    tournament = find_tournament(request, slug)
    context = {**frame(request, tournament, "players"), "entries": tournament.entries.order_by("name")}
    return render(request, "tournament/players.html", context)


def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """What the ledger is whose seal every page and print-out shows."""
    tournament = find_tournament(request, slug)
    context = {
        **frame(request, tournament, "ledger"),
        "lines": reverse("api:ledger", args=[slug]),
        "check": reverse("api:verification", args=[slug]),
    }
    return render(request, "tournament/ledger.html", context)


def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One entry's way through the tournament: where it sat, with whom, what it got."""
    tournament = find_tournament(request, slug)
    entry = find_entry(tournament, pk)
    standing = snapshots(request, tournament).first()
    row = standing.row_of(entry.pk) if standing else None
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
