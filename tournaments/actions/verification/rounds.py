"""Rounds, their times, their draws and who sits where, against what the ledger says."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.actions.draws.ledger_facts import draw_digest, json_digest, round_times
from tournaments.models import LedgerEntry, Round, Tournament

from .findings import Finding, differences, missing_row, unrecorded
from .tables import check_tables, packs_agreed

BEGINS = {"draw_asked_for": Round.State.DRAWING, "round_drawn": Round.State.DRAFT}
GOES_ON = {
    "draw_refused": Round.State.REFUSED,
    "round_published": Round.State.PUBLISHED,
    "round_closed": Round.State.CLOSED,
    "round_reopened": Round.State.PUBLISHED,
    "round_reseated": None,
    "round_scheduled": None,
}
LEDGERED_FIELDS = ("seed", "method", "tables", "sit_out", "draw", "refusal")


def check_rounds(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Rounds that differ from their links, that no link speaks of, and that are gone."""
    recorded = _replay(links)
    packs = packs_agreed(links)
    for round_ in tournament.rounds.prefetch_related("tables__seats", "sit_outs"):
        place = f"round {round_.number}"
        recorded_round = recorded.pop(round_.number, None)
        if recorded_round is None:
            yield unrecorded("round", place)
            continue
        yield from differences("round", place, recorded_round, _stored(round_))
        yield from check_tables(tournament, round_, packs)
    for number in recorded:
        yield missing_row("round", f"round {number}")


def _replay(links: Sequence[LedgerEntry]) -> dict[int, dict[str, object]]:
    """What each round's rows must hold, by its number, as the last link leaves it."""
    recorded: dict[int, dict[str, object]] = {}
    for link in links:
        number = link.facts.get("round")
        if link.kind in BEGINS:
            recorded[link.facts["round"]] = {**_ledgered(link.facts), "state": BEGINS[link.kind]}
        elif link.kind == "draft_dropped":
            recorded.pop(link.facts["round"], None)
        elif number in recorded and link.kind in GOES_ON:
            state = GOES_ON[link.kind] or recorded[number]["state"]
            recorded[number] |= {**_ledgered(link.facts), "state": state}
    return recorded


def _ledgered(facts: dict[str, Any]) -> dict[str, object]:
    """What a link says of a round; older links say less."""
    fields: dict[str, object] = {name: facts[name] for name in LEDGERED_FIELDS if name in facts}
    if "sit_out" in fields:
        fields["sit_out"] = sorted(facts["sit_out"])
    times: dict[str, object] = facts.get("times", {})
    return fields | times


def _stored(round_: Round) -> dict[str, object]:
    return {
        "state": round_.state,
        "seed": round_.seed,
        "method": round_.method,
        "tables": [[seat.entry_id for seat in table.seats.all()] for table in round_.tables.all()],
        "sit_out": sorted(each.entry_id for each in round_.sit_outs.all()),
        "draw": draw_digest(round_),
        "refusal": json_digest(round_.refusal),
        **round_times(round_),
    }
