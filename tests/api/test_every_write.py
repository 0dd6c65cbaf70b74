"""Every write of the API at an evening with published standings: they stay unchanged, or a confirmation is needed."""

from decimal import Decimal
from itertools import product

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from tests.halls import a_club, a_round, a_table, a_tournament, a_user, busca, director_of, play
from tests.table_sessions import OTHER, a_phone, enter, refused
from tournaments.actions.at_table import table_sessions
from tournaments.actions.hands import disputes
from tournaments.actions.hands.hands import SeenHand
from tournaments.actions.people import decisions, merging, penalties
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.clock import start_clock
from tournaments.actions.standings import standings
from tournaments.actions.standings.published_changes import find_changes
from tournaments.actions.undoing.last_action import last_action
from tournaments.api.urls import version_1
from tournaments.models import Hand, Player, Tournament

from .caller import Caller
from .test_roles import AT_TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(300)]
WHY = {"reason": "It was wrong"}
CLOSED, IN_PLAY = (1, 2), 3
ASKED = {
    *("DELETE decision", "DELETE penalty", "PATCH entry", "PATCH tournament", "POST accept-correction"),
    *("POST confirmations", "POST decisions", "POST penalties", "POST void-hand", "PUT hand"),
}
"""What can change published standings while a later round is in play."""
NEVER_DONE = {
    *("DELETE entry", "DELETE player", "DELETE round", "DELETE tournament", "POST redraw-round", "POST undo"),
    *("PUT stage", "DELETE stage", "POST fill-stage", "POST replace-comer", "POST groups", "POST place-stages"),
    "POST newest-game",
    *(
        "POST clock",
        "DELETE help",
        "POST accept-correction",
        "POST table-confirmations",
        "PUT announcement",
        "PUT total",
        "PUT round-results",
    ),
}
"""What is refused at this evening, or only asked."""
NOT_OF_AN_EVENING = {
    *("POST score", "POST count", "POST clubs", "PATCH club", "PATCH member", "DELETE member", "POST imports"),
    "POST import-tournament",
    *("POST invitations", "DELETE invitation", "POST accept-invitation", "POST tokens", "DELETE token"),
    *("POST vp-tables", "PATCH vp-table", "DELETE vp-table", "POST players", "POST tournaments"),
    *("POST screens", "DELETE screen", "PATCH screen", "POST bring-screen", "POST table-sessions"),
    *("DELETE push", "PUT push", "POST replace-club-card", "POST club-games", "PATCH club-game", "DELETE club-game"),
    *("POST webhooks", "PATCH webhook", "DELETE webhook", "POST replay-delivery"),
    *("POST hide-game", "POST show-game", "PUT game-ratings", "DELETE game-ratings"),
    *("POST seasons", "PATCH season", "DELETE season"),
    *("POST season-evenings", "PATCH season-evening", "DELETE season-evening", "POST next-evening"),
    *("POST season-persons", "DELETE season-person"),
    *("POST season-clubs", "PATCH season-club", "DELETE season-club"),
    *("POST season-final", "POST replace-finalist"),
    *("PUT season-champion", "DELETE season-champion"),
}
"""Writes that name no tournament, entry or player, and those of screens and push messages."""
BODIES = {
    "PATCH tournament": [
        *({"tie_breaks": ["card_points"]}, {"scoring": {"method": "places"}}, {"rounds": 2}, {"rounds": 3}),
        *({"name": "Altra"}, {"pairing": "random"}, {"scoring": {"method": "total", "absent": 1}}),
    ],
    "PATCH entry": [
        *({"stand_in": True}, {"from_round": 3}, {"status": "withdrawn"}, {"status": "paused"}, {"checked_in": True}),
        *({"status": "withdrawn", "until_round": 0}, {"status": "withdrawn", "until_round": 1}),
    ],
    "POST entries": [{"name": "Zita"}],
    "POST entry-list": ["Zita\nYves"],
    "POST entries-again": [{"tournament": "earlier"}],
    "POST withdraw-entries": [{"absent": False}, {"absent": True}],
    "POST substitute": [{"name": "Zita"}, {"name": "Zita", "points": "fresh"}],
    "POST decisions": [
        {"entry": "entry", "kind": kind, "amount": amount, "round": number, **WHY}
        for kind, amount, number in product(("award", "forfeit", "absent", "disqualified"), (None, "5"), (1, 3))
    ],
    "POST penalties": [{"entry": "entry", "amount": "1", "round": number, **WHY} for number in (None, 1, 3)],
    "POST close-round": [{"anyway": True}, {"anyway": True, "unplayed": "number", "amount": "9"}],
    "POST close-table": [{}, {"unplayed": "number", "amount": "9"}],
    "POST departures": [
        {"player": "player", "instead": None, "returns": False, **WHY, **more}
        for more in ({"closes": True}, {"name": "Zita"})
    ],
    "PUT hand": [{**busca(OTHER), **WHY}, {**busca(OTHER), "seat": 0}],
    "POST confirmations": [
        {"version": 1, "accept": accept, **more} for accept in (True, False) for more in ({}, {"seat": 1})
    ],
    "POST table-confirmations": [{"seat": 1, "hands": [{"hand": 1, "version": 1}]}],
    "POST decide-dispute": [{"standing": standing, "version": 1} for standing in (1, 2)],
    "POST undo-decision": [{"standing": standing} for standing in (1, 2, 3)],
    "POST void-hand": [WHY],
    "POST accept-correction": [WHY],
    "POST decline-correction": [WHY],
    "PATCH table": [{"other_pack": True}],
    "PATCH round": [{"closes_at": "2030-01-01T00:00:00Z"}],
    "PATCH player": [{"name": "Ada"}, {"shown_as": "initials"}],
    "POST merged-players": [{"player": "other"}],
    "POST exchange": [
        {"one": "entry", "other": "last", **WHY},
        {"one": "entry", "other": "last", "hands": "strike", **WHY},
    ],
    "POST repair": [{}, {"leaving": ["entry"]}],
    "POST rounds": [{"seed": 1, "anyway": True}],
    "PATCH fees": [{"amount": "5"}],
    "PATCH fee": [{"paid": "5"}],
    "PATCH constraints": [{"avoid_same_club": True}],
    "POST help": [{"reason": "question"}],
    "POST clock": [{"minutes": 5}],
    "POST give-time": [{"minutes": 5}],
    "POST undo": [{"line": "line"}],
    "PUT prizes": [{"place": ["Ham"]}],
    "PUT teams": [{"teams": "home_clubs"}],
    "POST place-stages": [{"first": 5}],
    "POST plan-cost": [{"rounds": 4}],
    "POST what-if": [{"tables": [{"table": 1, "hands": []}]}],
}
"""What is sent, where it is not nothing; names are replaced by the ids of the evening."""


def writes():
    for address in version_1:
        for method in sorted(address.callback.actions.keys() - {"get", "head"}):
            yield f"{method.upper()} {address.name}"


@pytest.fixture(scope="module")
def evening(module_db):
    """Two rounds closed and published, the third in play, and in each something that may be changed."""
    club = a_club(owner=a_user("olga"))
    a_tournament(club, name="Earlier", slug="earlier", players=10)
    tournament = a_tournament(club, players=9, rounds=4, tie_breaks=["lot"])
    director, late = director_of(tournament), []
    for number in (*CLOSED, IN_PLAY):
        round_ = a_round(tournament)
        late.append(play_table_1(a_table(round_), director))
        for hand in (1, 2):
            play(a_table(round_, 2), hand, [20, 10, 9, 1])
        entries = list(tournament.entries.all())
        decisions.decide(entries[number], "award", reason="Late", by=director, round_=round_, amount=Decimal(3))
        penalties.penalise(entries[number + 3], amount=Decimal(1), reason="Late", by=director, round_=round_)
        if number in CLOSED:
            rounds.close_round(round_, by=director, anyway=True)
    for phone in late[:2]:
        enter(phone, OTHER, number=2, replaces=1, reason="Counted again")
    twin, _other = (Player.objects.create(club=club, name=name, name_key=name.lower()) for name in ("Twin", "Other"))
    merging.merge_players(entries[0].players.get(), twin, by=director)
    start_clock(round_, by=director, minutes=30)
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def play_table_1(table, director):
    """A dispute that the director has decided, and a second hand; return the first seat's phone."""
    north, east, south, _west = (a_phone(table, seat, device=f"{table.pk}/{seat}") for seat in range(4))
    enter(north)
    refused(enter, east, OTHER)
    disputes.decide(SeenHand(table.pk, 1, 1), 2, by=director)
    enter(south, number=2)
    return north


def sent(tournament):
    """The ids that replace names in bodies."""
    entries = list(tournament.entries.all())
    leaves = tournament.rounds.get(number=IN_PLAY).tables.get(number=2).seats.first().entry
    return {
        "entry": entries[0].pk,
        "last": entries[-1].pk,
        "player": leaves.players.get().pk,
        "other": Player.objects.get(name="Other").pk,
        "line": last_action(tournament).link.sequence,
    }


def filled(body, ids):
    if isinstance(body, dict):
        return {name: filled(value, ids) for name, value in body.items()}
    if isinstance(body, list):
        return [filled(value, ids) for value in body]
    return ids.get(body, body) if isinstance(body, str) else body


def callers(tournament, operation):
    """Return the director, and phones of table 1 in a closed round and in the round in play."""
    yield Caller(a_user("olga"))
    if operation in AT_TABLE | {"PUT hand", "PUT announcement", "POST confirmations"}:
        for number in (1, IN_PLAY):
            table = a_table(tournament.rounds.get(number=number))
            secret = table_sessions.open_table(table, device=f"{table.pk}/0").secret
            yield Caller(Authorization=f"Table {secret}")


def addresses(tournament, name):
    """The addresses of an operation: in each round, for both hands of a table, and for each of several rows."""
    pattern = next(each.pattern for each in version_1 if each.name == name)
    entries = list(tournament.entries.all())
    player = entries[0].players.get()
    rows = {
        "decision": tournament.decisions.all(),
        "penalty": tournament.penalties.all(),
        **dict.fromkeys(("accept-correction", "decline-correction"), Hand.objects.filter(state="requested")),
        **{key: [player] for key in ("player", "merged-players", "merged-player", "lasting-pin")},
    }
    values = {
        "slug": [tournament.slug],
        "club": [tournament.club.slug],
        "number": [*CLOSED, IN_PLAY],
        "table": [1, 2],
        "hand": [1, 2],
        "seat": [0],
        "pk": [row.pk for row in rows.get(name, [entries[0], entries[4]])],
        "other": [Player.objects.get(name="Twin").pk],
    }
    for chosen in product(*(values[part] for part in pattern.converters)):
        where = reverse(f"api:{name}", kwargs=dict(zip(pattern.converters, chosen, strict=True)))
        yield where.removeprefix("/api/v1/")


def rows_of(tournament, settled):
    """The published rows up to this round, without names."""
    published = tournament.standings.filter(after_round__lte=settled)
    rows = [(each.after_round, row) for each in published for row in each.document["rows"]]
    return [(number, {**row, "name": ""}) for number, row in rows]


def result_of(answer):
    if answer.status_code < 400:
        return "done"
    codes = [fault["code"] for fault in answer.json()["errors"]]
    return "asked" if codes == ["changes_published_standings"] else "refused"


def attempt(caller, tournament, method, where, body):
    """Return whether a request that agrees to nothing was done, asked about or refused; roll it back."""
    cache.clear()
    settled = Tournament.objects.get(pk=tournament.pk).settled_round
    before = rows_of(tournament, settled)
    sent = {"raw": body, "type": "text/plain"} if isinstance(body, str) else {"data": body}
    with transaction.atomic():
        result = result_of(caller(method, where, headers={"If-Match": "*"}, **sent))
        standings.refresh(tournament.pk)
        assert (rows_of(tournament, settled), find_changes(tournament.pk, 1, settled).asks) == (before, False), (
            where,
            body,
        )
        transaction.set_rollback(True)
    return result


@pytest.mark.parametrize("operation", sorted(set(writes()) - NOT_OF_AN_EVENING))
def test_each_write_leaves_published_standings_or_asks(evening, operation):
    method, name = operation.split()
    ids = sent(evening)
    results = {
        attempt(caller, evening, method, where, filled(body, ids))
        for caller in callers(evening, operation)
        for where in addresses(evening, name)
        for body in BODIES.get(operation, [{}])
    }
    assert ("asked" in results, "done" in results) == (operation in ASKED, operation not in NEVER_DONE)


def test_a_total_of_an_earlier_round_asks_too(db):
    tournament = a_tournament(a_club(owner=a_user("olga")), rounds=2, table={"hands": 8}, kept="totals")
    director, first = Caller(a_user("olga")), a_round(tournament)
    total = {"lines": [{"points": points} for points in (1, 2, 3, 4)]}
    for table in (1, 2):
        where = f"tournaments/{tournament.slug}/rounds/1/tables/{table}/total/"
        assert director.put(where, total).status_code == 201
    rounds.close_round(first, by=director_of(tournament))
    standings.refresh(tournament.pk)
    a_round(tournament)
    total["lines"].reverse()
    assert attempt(director, tournament, "PUT", where, total | WHY) == "asked"
