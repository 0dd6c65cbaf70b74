"""Scenes in which an object is removed while others remove it too, or write to it.

`scene` plays in the process of the test or in another one; what it answers is plain JSON: whom to come as, what is
asked at the same moment, and the kinds of link that the ledger may get once.
"""

from decimal import Decimal

from django.test import Client

from tests.halls import a_club, a_member, a_round, a_tournament, a_user, director_of
from tournaments.actions.at_table import keys, seats, table_sessions
from tournaments.actions.at_table.director_requests import ask_director
from tournaments.actions.people.penalties import penalise
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.setup import memberships, signing_in
from tournaments.actions.setup.vp_tables import create_vp_table
from tournaments.models import Club, Invitation, Role, Scope, Table

LIMITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
TIMES = 2


def api(method, path, data=None):
    return ["api", method, f"/api/v1/{path}", data]


def page(path, **form):
    return ["page", "POST", path, form]


def draft_dropped(tournament, slug):
    drafts.draw_round(tournament, by=director_of(tournament), seed=7)
    seated = [list(table.seats.values_list("entry_id", flat=True)) for table in first_tables(slug)]
    api_round, page_round = f"tournaments/{slug}/rounds/1/", f"/tournaments/{slug}/rounds/1/"
    removals = [api("DELETE", api_round), page(page_round + "drop/")] * TIMES
    return removals, [
        api("POST", api_round + "publish/", {"anyway": True}),
        api("PATCH", api_round, {"closes_at": "2030-01-01T00:00:00Z"}),
        api("PATCH", api_round + "tables/1/", {"seats": seated[0][1:] + seated[0][:1]}),
        api("POST", f"tournaments/{slug}/rounds/", {}),
        api("POST", api_round + "replay/"),
        page(page_round + "swap/", entry=[seated[0][0], seated[-1][0]]),
        page(page_round + "check/"),
    ]


def first_tables(slug):
    return Table.objects.filter(round__tournament__slug=slug, round__number=1).order_by("number")


def tournament_deleted(tournament, slug):
    here, there = f"tournaments/{slug}/", f"/tournaments/{slug}/"
    one, other = tournament.entries.values_list("pk", flat=True)[:2]
    player = tournament.entries.first().players.get()
    removals = [api("DELETE", here), page(there + "delete/")] * TIMES
    return removals, [
        api("POST", here + "entries/", {"name": "Zoe"}),
        api("PATCH", here + f"entries/{one}/", {"checked_in": True, "status": "paused"}),
        api("POST", here + "penalties/", {"entry": other, "amount": "1", "reason": "Late"}),
        api("POST", here + "rounds/", {}),
        api("PATCH", here, {"rounds": 3}),
        api("GET", here + "cards/"),
        api("POST", here + "standings/hide/", {}),
        api("PATCH", here + "constraints/", {"apart": [[one, other]]}),
        api("POST", here + f"entries/{one}/pin/"),
        api("POST", "table-sessions/", {"tournament": slug, "code": "ABCD2345"}),
        api("PATCH", f"clubs/{tournament.club.slug}/players/{player.pk}/", {"name": "Ada"}),
        page(there + "registration/", name="Yves", sure="1"),
        page(there + "penalties/", entry=other, amount="1", reason="Late"),
        page(there + "draw/"),
        page(there + "cards/"),
        page(there + "archive/"),
        page(there + "constraints/", do="clubs", avoid="1"),
        page(there + "standings/show/"),
        page(there + "codes/open/"),
        page(f"/t/{slug}/open", code="ABCD2345"),
    ]


def entry_removed(tournament, slug):
    here, there = f"tournaments/{slug}/", f"/tournaments/{slug}/"
    one, other = tournament.entries.values_list("pk", flat=True)[:2]
    player = tournament.entries.first().players.get()
    removals = [api("DELETE", here + f"entries/{one}/"), page(there + f"registration/{one}/remove/")] * TIMES
    return removals, [
        api("PATCH", here + f"entries/{one}/", {"checked_in": True, "stand_in": True}),
        api("POST", here + "penalties/", {"entry": one, "amount": "1", "reason": "Late"}),
        api("PATCH", here + "constraints/", {"apart": [[one, other]]}),
        api("PATCH", here + "constraints/", {"fixed": [{"entry": one, "table": 1}]}),
        api("POST", here + f"entries/{one}/pin/"),
        api("PATCH", f"clubs/{tournament.club.slug}/players/{player.pk}/", {"name": "Ada"}),
        page(there + f"registration/{one}/check-in/"),
        page(there + f"slips/{one}/renew/"),
        page(there + "constraints/", do="clubs", avoid="1", **{f"club-{one}": "Bari"}),
        page(f"/players/{player.pk}/erase/"),
    ]


def penalty_cancelled(tournament, slug):
    by = director_of(tournament)
    given = penalise(tournament.entries.first(), amount=Decimal(1), reason="Late", by=by)
    return [
        api("DELETE", f"tournaments/{slug}/penalties/{given.pk}/"),
        page(f"/tournaments/{slug}/penalties/{given.pk}/cancel/"),
    ] * TIMES, [page(f"/tournaments/{slug}/delete/")]


def tournament_archived(tournament, slug):
    return [api("POST", f"tournaments/{slug}/archive/"), page(f"/tournaments/{slug}/archive/")] * TIMES, [
        api("POST", f"tournaments/{slug}/rounds/", {})
    ]


def vp_table_deleted(tournament, slug):
    club = tournament.club.slug
    made = create_vp_table(tournament.club, name=slug, limits=LIMITS)
    here, there = f"clubs/{club}/vp-tables/{made.slug}/", f"/clubs/{club}/vp-tables/{made.slug}/"
    plan = {
        "club": club,
        "name": f"By {slug}",
        "ruleset": "busca-accademia",
        "scoring": {"method": "victory-points", "vp_table": made.slug},
    }
    return [api("DELETE", here), page(there + "delete/")] * TIMES, [
        api("PATCH", here, {"name": "Other"}),
        api("POST", "tournaments/", plan),
        page(there, name="Other", **{f"limits_{n}": limit for n, limit in enumerate(LIMITS)}),
    ]


def member_let_go(tournament, slug):
    club = tournament.club
    user = a_member(club, f"m-{slug}", "director")
    pk = club.memberships.get(user=user).pk
    return [
        api("DELETE", f"clubs/{club.slug}/members/{pk}/"),
        page(f"/clubs/{club.slug}/members/{pk}/", remove="1"),
    ] * TIMES, [
        api("PATCH", f"clubs/{club.slug}/members/{pk}/", {"role": "scorer"}),
        page(f"/clubs/{club.slug}/members/{pk}/", role="scorer"),
    ]


def invitation_withdrawn(tournament, slug):
    club = tournament.club
    owner = club.memberships.filter(role="owner").first().user
    secret = memberships.invite(club=club, role=Role.SCORER, by=owner, note=slug)
    pk = Invitation.objects.get(note=slug).pk
    return [
        api("DELETE", f"clubs/{club.slug}/invitations/{pk}/"),
        page(f"/clubs/{club.slug}/invitations/{pk}/withdraw/"),
    ] * TIMES, [api("POST", "invitations/accept/", {"secret": secret}), page(f"/invitations/{secret}/")]


def token_revoked(tournament, slug):
    owner = tournament.club.memberships.filter(role="owner").first().user
    token, _secret = signing_in.create_token(user=owner, name=slug, scope=Scope.READ)
    revoke = [api("DELETE", f"tokens/{token.pk}/"), page(f"/account/tokens/{token.pk}/revoke/")]
    return revoke * TIMES, []


def table_made_anew(tournament, slug):
    """The director changes the tables of a published round while phones take seats at them."""
    round_ = a_round(tournament)
    here, there = f"tournaments/{slug}/rounds/1/", f"/tournaments/{slug}/"
    seated = [list(t.seats.values_list("entry_id", flat=True)) for t in round_.tables.all()]
    (card,) = keys.cards(tournament, [1])
    opened = table_sessions.open_by_secret(card.secret, device=f"phone {slug}")
    seats.claim_seat(opened.session, 0)
    call = ask_director(opened.session, seat=0, reason="question")
    table = here + "tables/1/"
    return [page(there + "rounds/1/swap/", entry=[seated[0][0], seated[1][0]])] * TIMES, [
        ["phone", "POST", f"/api/v1/{table}seats/1/claim/", {"secret": opened.secret}],
        ["phone", "DELETE", f"/api/v1/{table}seats/0/claim/", {"secret": opened.secret}],
        ["phone", "POST", f"/api/v1/{table}help/", {"secret": opened.secret}],
        api("POST", "table-sessions/", {"secret": card.secret}),
        api("DELETE", table + "seats/0/claim/"),
        api("DELETE", table + "help/"),
        api("POST", f"tournaments/{slug}/cards/1/rotate/"),
        api("PATCH", table, {"seats": seated[0][1:] + seated[0][:1]}),
        api("PUT", table + "hands/1/", {"lines": [{"points": 10}] * 4}),
        page(there + f"calls/{call.pk}/answer/"),
        page(there + "rounds/1/tables/1/pack/", other="yes"),
        page(there + "rounds/1/close/", anyway="1"),
    ]


ONCE = {
    draft_dropped: ["draft_dropped", "round_published"],
    tournament_deleted: ["tournament_deleted", "tournament_archived"],
    entry_removed: ["entry_removed"],
    penalty_cancelled: ["penalty_cancelled"],
    tournament_archived: ["tournament_archived"],
    vp_table_deleted: [],
    member_let_go: [],
    invitation_withdrawn: [],
    token_revoked: [],
    table_made_anew: ["round_closed"],
}
SCENES = {act.__name__: act for act in ONCE}


def scene(name, number):
    """A hall of its own for this race, and all that is asked in it at the same moment."""
    club = Club.objects.filter(name="Gara").first() or a_club("Gara", a_user("olga", is_superuser=True))
    tournament = a_tournament(club, name=f"{name.replace('_', ' ')} {number}")
    removals, writes = SCENES[name](tournament, tournament.slug)
    owner = club.memberships.filter(role="owner").first().user
    client = Client()
    client.force_login(owner)
    _token, secret = signing_in.create_token(user=owner, name="race", scope=Scope.MANAGE)
    return {
        "tournament": tournament.pk,
        "removals": removals,
        "writes": writes,
        "once": ONCE[SCENES[name]],
        "token": secret,
        "session": client.cookies["sessionid"].value,
    }
