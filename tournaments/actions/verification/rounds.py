"""Rounds, their times, their draws and who sits where, against what the ledger says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import LedgerEntry, Round, Tournament

from ..draws.facts import draw_digest, json_digest, times_of
from .findings import Finding, gone, unknown, unlike
from .tables import packs_agreed, tables

BEGINS = {"draw_asked_for": Round.State.DRAWING, "round_drawn": Round.State.DRAFT}
GOES_ON = {
    "draw_refused": Round.State.REFUSED,
    "round_published": Round.State.PUBLISHED,
    "round_closed": Round.State.CLOSED,
    "round_reopened": Round.State.PUBLISHED,
    "round_reseated": None,
    "round_scheduled": None,
}
TOLD = ("seed", "method", "tables", "sit_out", "draw", "refusal")


def rounds(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Rounds that differ from their links, that no link speaks of, and that are gone."""
    recorded = _replayed(links)
    packs = packs_agreed(links)
    for round_ in tournament.rounds.prefetch_related("tables__seats", "sit_outs"):
        place = f"round {round_.number}"
        known = recorded.pop(round_.number, None)
        if known is None:
            yield unknown("round", place)
            continue
        yield from unlike("round", place, known, _found(round_))
        yield from tables(tournament, round_, packs)
    for number in recorded:
        yield gone("round", f"round {number}")


def _replayed(links: Sequence[LedgerEntry]) -> dict[int, dict[str, object]]:
    """What each round's rows must hold, by its number, as the last link leaves it."""
    known: dict[int, dict[str, object]] = {}
    for link in links:
        number = link.facts.get("round")
        if link.kind in BEGINS:
            known[link.facts["round"]] = {**_told(link.facts), "state": BEGINS[link.kind]}
        elif link.kind == "draft_dropped":
            known.pop(link.facts["round"], None)
        elif number in known and link.kind in GOES_ON:
            state = GOES_ON[link.kind] or known[number]["state"]
            known[number] |= {**_told(link.facts), "state": state}
    return known


def _told(facts: dict[str, Any]) -> dict[str, object]:
    """What a link says of a round; older links say less."""
    told: dict[str, object] = {name: facts[name] for name in TOLD if name in facts}
    if "sit_out" in told:
        told["sit_out"] = sorted(facts["sit_out"])
    times: dict[str, object] = facts.get("times", {})
    return told | times


def _found(round_: Round) -> dict[str, object]:
    return {
        "state": round_.state,
        "seed": round_.seed,
        "method": round_.method,
        "tables": [[seat.entry_id for seat in table.seats.all()] for table in round_.tables.all()],
        "sit_out": sorted(each.entry_id for each in round_.sit_outs.all()),
        "draw": draw_digest(round_),
        "refusal": json_digest(round_.refusal),
        **times_of(round_),
    }
