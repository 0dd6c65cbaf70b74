"""Who may open which address, and what everybody else is told: every address of the site."""

from decimal import Decimal

import pytest
from django.urls import reverse

from tests.halls import a_club, a_member, a_round, a_tournament, a_user, busca, director_of, play
from tests.web.conftest import client_of
from tournaments.actions import (
    agreement,
    calls,
    clubs,
    draws,
    keys,
    penalties,
    sittings,
    standings,
    tokens,
)
from tournaments.actions.judging import Entered
from tournaments.models import Role, Scope
from tournaments.web.urls import urlpatterns

pytestmark = pytest.mark.django_db

WHO = ("anybody", "stranger", "scorer", "director", "owner", "host")
EVERYBODY = (200,) * 6
SIGNED_IN = (302, 200, 200, 200, 200, 200)
SCORERS = (403, 403, 200, 200, 200, 200)
DIRECTORS = (403, 403, 403, 200, 200, 200)
DIRECTORS_ACT = (403, 403, 403, 302, 302, 302)
DRAFT_ACT = (404, 404, 404, 302, 302, 302)
OWNERS = (403, 403, 403, 403, 200, 200)
OWNERS_ACT = (403, 403, 403, 403, 302, 302)

READ = {
    "home": EVERYBODY,
    "rules": EVERYBODY,
    "game": EVERYBODY,
    "club": EVERYBODY,
    "player": EVERYBODY,
    "tournament": EVERYBODY,
    "standings-after": EVERYBODY,
    "players": EVERYBODY,
    "entry": EVERYBODY,
    "round": EVERYBODY,
    "table": EVERYBODY,
    "sign-in": (200, 302, 302, 302, 302, 302),
    "account": SIGNED_IN,
    "password": SIGNED_IN,
    "new-password": EVERYBODY,
    "tokens": SIGNED_IN,
    "welcome": (410,) * 6,
    "invitation": EVERYBODY,
    "create-club": (302, 403, 403, 403, 403, 200),
    "edit-club": OWNERS,
    "members": OWNERS,
    "create-tournament": DIRECTORS,
    "create-tournament-as": DIRECTORS,
    "import-results": DIRECTORS,
    "edit-tournament": DIRECTORS,
    "desk": DIRECTORS,
    "desk-latest": DIRECTORS_ACT,
    "registration": DIRECTORS,
    "known-players": DIRECTORS,
    "paste-players": DIRECTORS,
    "draw": DIRECTORS,
    "draft": (404, 404, 404, 200, 200, 200),
    "schedule-round": DIRECTORS,
    "penalties": DIRECTORS,
    "results": SCORERS,
    "enter-hand": SCORERS,
    "table-cards": DIRECTORS,
    "print-cards": DIRECTORS,
    "print-slips": DIRECTORS,
}
ACT = {
    "preferences": (302,) * 6,
    "sign-out": (302,) * 6,
    "revoke-token": (302, 404, 404, 404, 404, 302),
    "change-role": OWNERS_ACT,
    "withdraw-invitation": OWNERS_ACT,
    "archive-tournament": DIRECTORS_ACT,
    "delete-tournament": DIRECTORS_ACT,
    "change-entry": DIRECTORS_ACT,
    "swap-seats": DRAFT_ACT,
    "publish-round": DRAFT_ACT,
    "drop-draft": DRAFT_ACT,
    "close-round": DIRECTORS_ACT,
    "reopen-round": DIRECTORS_ACT,
    "cancel-penalty": DIRECTORS_ACT,
    "confirm-hand": DIRECTORS_ACT,
    "void-hand": DIRECTORS_ACT,
    "rotate-card": DIRECTORS_ACT,
    "renew-pin": DIRECTORS_ACT,
    "start-kiosk": DIRECTORS_ACT,
    "end-kiosk": DIRECTORS_ACT,
    "answer-call": DIRECTORS_ACT,
    "decide-claim": DIRECTORS_ACT,
}
BY_CARD = {
    "table-worker": 200,
    "at-table": 200,
    "table-manifest": 200,
    "table-news": 200,
    "table-hand": 302,
    "kiosk-tables": 404,
    "choose-table": 404,
}
BY_CARD_ACT = {
    "open-table": 422,
    "claim-seat": 404,
    "stand-up": 404,
    "call-director": 404,
    "look-at-hand": 302,
    "answer-hand": 404,
    "agree-to-all": 404,
}
OF_A_DRAFT = {"draft", "swap-seats", "publish-round", "drop-draft"}


@pytest.fixture
def people(anybody, stranger, scorer, director, owner, host):
    return dict(zip(WHO, (anybody, stranger, scorer, director, owner, host), strict=True))


@pytest.fixture
def addresses(club, host):
    """The arguments of every address, in a tournament with a round in play and a draft."""
    tournament = a_tournament(club, name="Serata", visibility="public")
    played = a_round(tournament)
    table = played.tables.get(number=1)
    play(table)
    standings.refresh_stale()
    draft = draws.draw_round(tournament, by=director_of(tournament), seed=8)
    entry = tournament.entries.first()
    keys.cards(tournament, [1])
    call = calls.call_director(table, seat=0, reason="question")
    said = sittings.open_table(table, device="phone").session
    sittings.claim_seat(said, 0)
    other = Entered(number=1, tally=busca([37, 1, 1, 1]), replaces=1)
    claim = agreement.submit(other, agreement.Voice(said, 0))
    penalty = penalties.penalise(
        entry, amount=Decimal(1), reason="late", by=director_of(tournament)
    )
    secret = clubs.invite(club=club, role=Role.SCORER, by=director_of(tournament).user)
    token, _secret = tokens.create_token(user=a_user("ospite"), name="t", scope=Scope.READ)
    member = club.memberships.get(role="owner")
    return {
        "slug": dict.fromkeys(CLUBS, club.slug),
        "tournament": tournament.slug,
        "number": (played.number, draft.number),
        "table": 1,
        "hand": 1,
        "after_round": 1,
        "ruleset": "busca-accademia",
        "secret": secret,
        "what": "check-in",
        "uidb64": "x",
        "token": "x",
        "pk": {
            "player": entry.players.get().pk,
            "entry": entry.pk,
            "change-entry": entry.pk,
            "change-role": member.pk,
            "withdraw-invitation": club.invitations.get().pk,
            "cancel-penalty": penalty.pk,
            "revoke-token": token.pk,
            "renew-pin": entry.pk,
            "answer-call": call.pk,
            "decide-claim": claim.pk,
        },
    }


CLUBS = {
    "club",
    "edit-club",
    "members",
    "change-role",
    "withdraw-invitation",
    "create-tournament",
    "create-tournament-as",
    "import-results",
}
PARTS = {
    name: pattern.pattern.regex.groupindex for name, pattern in ((p.name, p) for p in urlpatterns)
}


def address(name, known):
    kwargs = {}
    for part in PARTS[name]:
        value = known[part]
        if part == "slug":
            value = known["slug"].get(name, known["tournament"])
        elif part == "number":
            value = known["number"][name in OF_A_DRAFT]
        elif part == "pk":
            value = value[name]
        kwargs[part] = "gone" if name == "welcome" else value
    return reverse(name, kwargs=kwargs)


def test_every_address_of_the_site_is_tried_here():
    tried = READ.keys() | ACT.keys() | BY_CARD.keys() | BY_CARD_ACT.keys()
    assert {pattern.name for pattern in urlpatterns} == tried


@pytest.mark.parametrize("name", READ)
def test_reading(name, people, addresses):
    answers = {
        who: client.get(address(name, addresses)).status_code for who, client in people.items()
    }
    assert answers == dict(zip(WHO, READ[name], strict=True))


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", ACT)
def test_acting(name, who, people, addresses):
    answer = people[who].post(address(name, addresses))
    assert answer.status_code == ACT[name][WHO.index(who)]


@pytest.mark.parametrize("name", [*BY_CARD, *BY_CARD_ACT])
def test_at_the_table_nobody_is_anybody_without_a_card(name, people, addresses):
    where, is_read = address(name, addresses), name in BY_CARD
    answers = {(c.get if is_read else c.post)(where).status_code for c in people.values()}
    assert answers == {(BY_CARD | BY_CARD_ACT)[name]}


@pytest.mark.parametrize("name", ACT)
def test_nothing_is_done_by_following_a_link(name, people, addresses):
    assert people["host"].get(address(name, addresses)).status_code == 405


class TestPrivate:
    """A private tournament is not there for anybody but the club's own people."""

    @pytest.fixture
    def hidden(self, addresses, club):
        club.tournaments.update(visibility="private")
        return addresses

    @pytest.mark.parametrize("name", [n for n in READ if "slug" in PARTS[n] and n not in CLUBS])
    def test_reading(self, name, hidden, people):
        found = {
            who
            for who, client in people.items()
            if client.get(address(name, hidden)).status_code != 404
        }
        assert found == {"scorer", "director", "owner", "host"} - (
            {"scorer"} if name == "draft" else set()
        )

    @pytest.mark.parametrize("name", [n for n in ACT if "slug" in PARTS[n] and n not in CLUBS])
    def test_acting(self, name, hidden, people):
        for who in ("anybody", "stranger"):
            assert people[who].post(address(name, hidden)).status_code == 404

    def test_nor_does_any_list_name_it(self, hidden, people, club):
        for where in (reverse("home"), reverse("club", args=[club.slug])):
            assert b"Serata" not in people["stranger"].get(where).content
            assert b"Serata" in people["scorer"].get(where).content

    def test_nor_a_player_who_played_nowhere_else(self, hidden, people):
        answers = {who: c.get(address("player", hidden)).status_code for who, c in people.items()}
        assert answers == dict(zip(WHO, (404, 404, 200, 200, 200, 200), strict=True))


def test_what_is_shown_by_link_alone_is_in_no_list_and_in_no_search_engine(club, anybody):
    tournament = a_tournament(club, name="Serata", visibility="link")
    page = anybody.get(reverse("tournament", args=[tournament.slug]))
    assert b'name="robots" content="noindex"' in page.content
    assert b"Serata" not in anybody.get("/").content


def test_a_director_of_another_club_is_a_stranger_here(people, addresses):
    elsewhere = a_club("Amici delle Carte", a_user("ada"))
    other = client_of(a_member(elsewhere, "dino", "director"))
    assert other.get(address("desk", addresses)).status_code == 403
    assert other.get(address("draft", addresses)).status_code == 404


def test_a_draft_shows_on_no_public_page(addresses, people, club):
    tournament = club.tournaments.get()
    for where in ("tournament", "players"):
        page = people["anybody"].get(reverse(where, args=[tournament.slug])).content.decode()
        assert "rounds/2/" not in page
    for tail in ("", "tables/1/", "draft/", "tables/1/hands/1/"):
        assert (
            people["scorer"].get(f"/tournaments/{tournament.slug}/rounds/2/{tail}").status_code
            == 404
        )


def test_numbers_past_all_bounds_lead_nowhere(anybody, addresses, club):
    slug = club.tournaments.get().slug
    huge = 10**30
    for where in (
        f"/players/{huge}/",
        f"/tournaments/{slug}/rounds/{huge}/",
        f"/tournaments/{slug}/rounds/1/tables/{huge}/",
        f"/tournaments/{slug}/players/{huge}/",
        f"/tournaments/{slug}/standings/{huge}/",
    ):
        assert anybody.get(where).status_code == 404
