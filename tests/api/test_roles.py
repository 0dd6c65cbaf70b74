"""Roles: every operation, tried by every kind of caller."""

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from tests.halls import a_club, a_member, a_user
from tests.web.conftest import an_evening
from tournaments.api.urls import version_1
from tournaments.models import Club

from .caller import Caller, codes

pytestmark = pytest.mark.django_db
WHO = ("anybody", "stranger", "scorer", "director", "owner", "host")

EVERYBODY = {
    *("GET games", "GET game", "POST score", "POST count", "GET clubs", "GET club", "GET vp-tables", "GET vp-table"),
    *("GET ratings", "GET game-ratings", "GET player-rating"),
    *("GET club-years", "GET club-year", "GET club-champions", "GET player-results"),
    *("GET seasons", "GET season", "GET season-standings", "GET season-log"),
    *("GET season-verification", "GET season-champion", "GET paper-season"),
    *("GET club-games", "GET club-game", "GET club-game-schema"),
    *("GET tournaments", "GET tournament", "GET entries", "GET entry", "GET rounds", "GET round", "GET clock"),
    *(
        "GET tables",
        "GET table",
        "GET hands",
        "GET hand",
        "GET total",
        "GET announcement",
        "GET versions",
        "GET dispute",
        "GET standings",
        "GET tree",
        "GET figures",
        "GET meetings",
    ),
    *(
        "GET live",
        "GET why",
        "GET paper-standings",
        "GET prizes",
        "GET teams",
        "GET team-standings",
        "GET paper-why",
        "GET decision",
        "GET decisions",
        "GET player",
        "GET penalties",
        "GET penalty",
        "GET ledger",
        "GET events",
        "GET export",
        "GET verification",
        "GET log",
    ),
    *("GET stages", "GET paper-stages", "GET paper-teams"),
    *("GET index", "GET problem-kinds", "GET problem-kind", "GET schema", "POST table-sessions"),
}
WITH_ACCOUNT = {"POST accept-invitation", "GET tokens", "POST tokens", "DELETE token", "POST tournaments"}
MEMBERS = {"GET members", "GET seats", "GET players", "GET merged-players", "GET help"}
SCORERS = {
    *("PUT hand", "PUT total", "PUT announcement", "PUT round-results"),
    *("GET calls", "DELETE help", "GET correction-requests", "GET refusals"),
}
OWNERS = {
    *("PATCH club", "PATCH member", "DELETE member", "GET invitations", "POST invitations", "DELETE invitation"),
    *("GET webhooks", "POST webhooks", "GET webhook", "PATCH webhook", "DELETE webhook"),
    *("GET deliveries", "POST replay-delivery"),
}
HOSTS_AND_OWNERS = {"POST clubs"}
AT_TABLE = {
    "POST table-confirmations",
    "POST seat-claim",
    "DELETE seat-claim",
    "POST help",
    "GET table-session",
    "DELETE table-session",
    *("GET push", "PUT push", "DELETE push"),
}
"""For the card of a table; whoever has an account is told so."""


IN_CSV = "entries/list/"


def operations():
    for address in version_1:
        for method in sorted(address.callback.actions.keys() - {"head"}):
            yield f"{method.upper()} {address.name}"


def least(operation):
    """The place in WHO of those with the smallest role that may."""
    for roles, place in ((EVERYBODY, 0), (WITH_ACCOUNT, 1), (MEMBERS | SCORERS, 2), (OWNERS | HOSTS_AND_OWNERS, 4)):
        if operation in roles:
            return place
    return WHO.index("director")


@pytest.fixture(scope="module")
def evening(module_db):
    known = an_evening(club := a_club("Circolo del Re", a_user("olga")))
    for name, role in (("sara", "scorer"), ("dino", "director")):
        a_member(club, name, role)
    a_member(a_club("Altro Circolo", owner=a_user("otto")), "stefan", "director")
    return known


@pytest.fixture(scope="module")
def callers(evening):
    names = {"stranger": "stefan", "scorer": "sara", "director": "dino", "owner": "olga", "host": "ospite"}
    return {"anybody": Caller(), **{who: Caller(a_user(name)) for who, name in names.items()}}


def address_of(name, known):
    pattern = next(each.pattern for each in version_1 if each.name == name)
    club = Club.objects.get(slug="circolo-del-re")
    player = club.players.first().pk
    ids = {"member": club.memberships.get(role="scorer").pk, "invitation": club.invitations.get().pk, "player": player}
    ids |= {
        "player-results": player,
        "merged-players": player,
        "merged-player": player,
        "token": known["pk"]["revoke-token"],
    }
    ids |= {"penalty": known["pk"]["cancel-penalty"]}
    ids |= dict.fromkeys(("webhook", "deliveries", "replay-delivery"), known["pk"]["webhook"])
    ids |= dict.fromkeys(("accept-correction", "decline-correction"), known["pk"]["decide-correction"])
    entry = known["pk"]["registered"]
    values = {"slug": known["tournament"], "club": club.slug, "number": 1, "hand": 1, "seat": 0}
    values |= {"ruleset": "busca-accademia", "name": "conflict", "pk": ids.get(name, entry)}
    values["table"] = known["vp_table"] if name == "vp-table" else 1
    values["other"] = known["delivery"] if name == "replay-delivery" else player
    values |= {"game": known["game"], "tournament": known["tournament"], "year": 2026}
    return reverse(f"api:{name}", kwargs={part: values[part] for part in pattern.converters}).removeprefix("/api/v1/")


def status(caller, method, where):
    """Return the status of this caller's response; all changes are rolled back."""
    cache.clear()
    with transaction.atomic():
        body = {} if method in ("POST", "PUT", "PATCH") else None
        answer = caller(method, where, body, type="text/csv" if where.endswith(IN_CSV) else "application/json")
        transaction.set_rollback(True)
    return answer.status_code


def test_nothing_is_forgotten():
    known = EVERYBODY | WITH_ACCOUNT | MEMBERS | SCORERS | OWNERS | HOSTS_AND_OWNERS | AT_TABLE
    assert known - set(operations()) == set()


@pytest.mark.parametrize("operation", sorted(set(operations()) - AT_TABLE))
def test_who_may(operation, evening, callers):
    method, name = operation.split()
    where = address_of(name, evening)
    answers = {who: status(caller, method, where) for who, caller in callers.items()}
    refused = [who for who, answer in answers.items() if answer in (401, 403)]
    assert refused == list(WHO[: least(operation)]), answers
    assert all(answers[who] == (401 if who == "anybody" else 403) for who in refused)
    assert max(answers.values()) < 500


@pytest.mark.parametrize("path", ["tournaments/none/rounds/1/paper/score-sheets/", "clubs/none/webhooks/"])
def test_who_needs_an_account_learns_nothing_of_what_there_is_without_one(anybody, path):
    assert codes(anybody.get(path), 401) == ["not_authenticated"]
