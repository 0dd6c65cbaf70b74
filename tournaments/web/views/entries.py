"""The results of an entry: its tables, its opponents and its score."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.standings.outlooks import condition, reasons
from tournaments.actions.standings.why import why
from tournaments.http import find_entry, find_tournament
from tournaments.models import Entry, Hand, Kept, Round, Seat, ShownStandings, Table, Tournament, leading
from tournaments.wording.stage_words import cut_sentences
from tournaments.wording.why_words import explain

from ..pictures.tournament_pictures import pictures_of_entry
from ..public import link_previews
from ..requests.access import frame
from .tournaments import followed, order

Others = Mapping[tuple[int, int], Sequence[Seat]]


def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The rounds of an entry with points and reasons, and the sum of its points."""
    tournament = find_tournament(request, slug)
    entry = find_entry(tournament, pk)
    shown = leading(tournament, tournament.hidden_after(request.user))
    row = shown.standing.row_of(entry.pk) if shown.standing and shown.after_round else None
    context = {
        **frame(request, tournament, "players"),
        **order(tournament, shown.standing.head if shown.standing else {}),
        **followed(tournament, shown.latest),
        "entry": entry,
        "people": [place.player for place in entry.entry_players.select_related("player")],
        "row": row,
        "link_preview": partial(link_previews.of_entry, tournament, entry.name, row),
        **score_parts(tournament, entry, shown),
        "number": shown.after_round,
        "pictures": pictures_of_entry(tournament, shown, entry.pk),
        **_outlook(tournament, shown, entry),
    }
    return render(request, "tournament/entry.html", context)


def score_parts(tournament: Tournament, entry: Entry, shown: ShownStandings) -> dict[str, Any]:
    """Return the parts of an entry's score, its round in play, and the rounds that are not in the standings."""
    made, seats, rests = why(tournament, shown, entry.pk), _seats(entry), _names_in_sit_outs(entry)
    tables = {n: (at, [seat for seat in each if seat.entry_id != entry.pk]) for n, (at, each) in seats.items()}
    hands = _hands(entry) if made else {}
    planned = tournament.hands_of_each_table
    lines = [with_hands(explain(line, tables, planned), hands) for line in made["lines"]] if made else []
    so_far = [with_hands(explain(line, tables), hands) for line in made["so_far"]] if made else []
    listed = {line["round"] for line in [*lines, *so_far] if line["kind"] == "round"}
    then = {number: name for number, name in rests.items() if name}
    own = {n: seat for n, (_at, each) in seats.items() for seat in each if seat.entry_id == entry.pk}
    then |= {number: seat.name for number, seat in own.items() if seat.lineups}
    parts = {"lines": lines, "so_far": so_far, "not_in_standings": _rounds_not_in_standings(tables, rests, listed)}
    return {"why": made, **{name: [_with_names(line, then) for line in part] for name, part in parts.items()}}


def _with_names(line: dict[str, Any], then: Mapping[int, str]) -> dict[str, Any]:
    """Return the line with `who`: the players' names in that round if they differ from the current name, else ""."""
    return {**line, "who": then.get(line["round"], "") if line["kind"] == "round" else ""}


def with_hands(line: dict[str, Any], hands: Mapping[int, Sequence[int | None]]) -> dict[str, Any]:
    """Return the line with the entry's score in each hand; no scores for rounds that the entry did not play."""
    return {**line, "hand_scores": hands.get(line["round"], ()) if line["kind"] == "round" else ()}


def _hands(entry: Entry) -> dict[int, list[int | None]]:
    """Return the entry's scores in counted hands by round; rounds that are scored by table total are left out."""
    public = Round.objects.published().filter(tournament=entry.tournament_id, kept=Kept.HANDS)
    counted = Hand.objects.current().filter(state=Hand.State.CONFIRMED)
    played = counted.filter(table__round__in=public, table__seats__entry=entry).order_by("number")
    hands: dict[int, list[int | None]] = defaultdict(list)
    for number, side, scores in played.values_list("table__round__number", "table__seats__side", "scores"):
        hands[number].append(scores[side])
    return hands


def _outlook(tournament: Tournament, shown: ShownStandings, entry: Entry) -> dict[str, Any]:
    """Return the entry's outlook with reasons, and the sentence on its assumptions; {} if outlooks are not shown."""
    if not tournament.outlook or shown.latest is None:
        return {}
    document = shown.latest.document
    words = reasons(document["rows"], entry.pk, low_wins=tournament.low_score_wins)
    words += cut_sentences(tournament, document).get(entry.pk, [])
    return {"outlook": words, "outlook_condition": condition(tournament.rounds_planned, document["rows"])}


def _seats(entry: Entry) -> dict[int, tuple[int, list[Seat]]]:
    """Return the number of the entry's table and the seats of the table, by round."""
    public = Round.objects.published().filter(tournament=entry.tournament_id)
    tables = Table.objects.filter(round__in=public, seats__entry=entry).select_related("round")
    seats = Prefetch("seats", Seat.objects.select_related("entry"))
    return {t.round.number: (t.number, list(t.seats.all())) for t in tables.prefetch_related(seats)}


def _names_in_sit_outs(entry: Entry) -> dict[int, str]:
    """Return the players' names in each round that the entry sat out; "" if the names have not changed."""
    public = Round.objects.published().filter(tournament=entry.tournament_id)
    return dict(entry.sit_outs.filter(round__in=public).values_list("round__number", "own_name"))


def _rounds_not_in_standings(
    tables: Mapping[int, tuple[int, list[Seat]]], rests: Iterable[int], listed: set[int]
) -> list[dict[str, Any]]:
    """Return the entry's rounds that the standings do not list and the user may see, with its seats."""
    nothing: dict[str, Any] = {"kind": "round", "score": None, "reason": ""}
    seated = [{**nothing, "round": number, "source": "table", "table": tables[number][0]} for number in tables]
    rested = [{**nothing, "round": number, "source": "sit-out"} for number in rests]
    lines = [line for line in [*seated, *rested] if line["round"] not in listed]
    return [explain(line, tables) for line in sorted(lines, key=lambda line: line["round"])]
