"""Checking that every acknowledged write was stored once, and that the public standings are correct."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.installations import Installation

from .phones import Log, Place

STATE = """
import json
from tournaments.actions.standings.results import read_results
from tournaments.actions.standings.standing_documents import standing_bodies
from tournaments.actions.verification import verify
from tournaments.models import Hand, Tournament
tournament = Tournament.objects.get(slug=%r)
hands = Hand.objects.filter(table__round__tournament=tournament).order_by("version")
rows = [
    [hand.table.round.number, hand.table.number, hand.number, hand.version, hand.is_current, hand.state,
     [line["points"] for line in hand.lines]]
    for hand in hands.select_related("table__round")
]
verdict = verify(tournament)
names = dict(tournament.entries.values_list("pk", "name"))
bodies = standing_bodies(tournament, read_results(tournament), names)
print(json.dumps({
    "hands": rows,
    "findings": [str(finding) for finding in verdict.findings],
    "standings": {number: body.decode() for number, body in bodies.items()},
}))
"""
LINKS = """
import json
from tournaments.models import Tournament
tournament = Tournament.objects.get(slug=%r)
links = [
    [link.kind, link.facts.get("round"), link.facts.get("table"), link.facts.get("hand")]
    for link in tournament.ledger.order_by("sequence")
]
print(json.dumps([tournament.revision, links]))
"""
UNRANKED = {"round_drawn", "draw_asked_for", "seats_alike", "table_key_rotated"}
"""The kinds of ledger links after which the revision stays the same."""


@dataclass(frozen=True)
class Audit:
    """The faults that were found, one line each, and the tournament's revision after the last change of each hand."""

    faults: list[str]
    revisions: dict[Place, int]
    hands: int
    versions: int


def audit(installation: Installation, slug: str, log: Log) -> Audit:
    """Return the result of comparing acknowledged with stored hands, and public standings with a new computation."""
    state = json.loads(installation.run(STATE % slug))
    stored: dict[Place, list[list[object]]] = {}
    for round_, table, hand, *version in state["hands"]:
        stored.setdefault((round_, table, hand), []).append(version)
    faults = [*state["findings"], *_differences(log, stored)]
    faults += _wrong_standings(installation.address, slug, state)
    return Audit(faults, revisions_of_hands(installation, slug), len(stored), len(state["hands"]))


def _differences(log: Log, stored: dict[Place, list[list[object]]]) -> Iterator[str]:
    for place in sorted(log.versions.keys() | stored.keys()):
        versions = stored.get(place, [])
        if {version: points for version, _current, _state, points in versions} != log.versions.get(place, {}):
            yield f"{place}: acknowledged {log.versions.get(place)}, stored {versions}"
        standing = [state for _version, is_current, state, _points in versions if is_current]
        if standing != ["confirmed"]:
            yield f"{place}: {standing} stands"


def _wrong_standings(address: str, slug: str, state: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield a fault for each round whose public standings differ from a new computation.

    Values that exist only in public standings, such as their age, are ignored.
    """
    for number, computed in state["standings"].items():
        with urllib.request.urlopen(f"{address}/api/v1/tournaments/{slug}/standings/?after_round={number}") as answer:
            public = json.load(answer)
        expected = json.loads(computed)
        if {name: public.get(name) for name in expected} != expected:
            yield f"the standings after round {number} are not those computed anew"


def revisions_of_hands(installation: Installation, slug: str) -> dict[Place, int]:
    """Return the revision of the tournament after the last change of each hand."""
    last, links = json.loads(installation.run(LINKS % slug))
    revisions, revision = {}, last - sum(kind not in UNRANKED for kind, *_place in links)
    for kind, round_, table, hand in links:
        revision += kind not in UNRANKED
        if kind.startswith("hand_"):
            revisions[round_, table, hand] = revision
    return revisions
