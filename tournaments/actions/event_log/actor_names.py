"""The actors of ledger entries: directors read their names, other readers only their roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from scoring.bidi import marked
from tournaments.models import FormerRole, LedgerEntry, Membership, Role, Seat, Tournament, User

Place = tuple[int, int, int]
Until = tuple[datetime, str]
"""A role, after the moment at which it ended."""
ACTING_SEAT: Mapping[str, str] = {"hand_confirmed": "confirmed_seat", "hand_disputed": "objector"}
"""The fact with the seat that acted, for the kinds in which `seat` is the one that entered the hand."""


@dataclass(frozen=True, slots=True)
class ActorNames:
    """Names of the actors of some ledger entries, as one reader may see them: names or roles of accounts, and of seats.

    If accounts are shown by role, `former` has the earlier roles of each account, in order of their end.
    """

    accounts: Mapping[int, str]
    seats: Mapping[Place, int]
    in_full: bool
    former: Mapping[int, Sequence[Until]] = field(default_factory=dict)

    @property
    def entries(self) -> set[int]:
        """The ids of the tournament entries that acted at a table."""
        return set(self.seats.values())

    def of(self, link: LedgerEntry, names: Mapping[int, str]) -> str:
        """Return the name or role of the actor of this ledger entry."""
        source = link.facts.get("source")
        if source == "clock":
            return _("automatically")
        if source == "table":
            place = _place(link)
            name = names.get(self.seats.get(place, 0) if place else 0)
            return marked(name) if name else _("at the table")
        if user := link.personal.get("user"):
            return self._account(user, link.at) or _("an account that no longer exists")
        if link.commitment and not hasattr(link, "disclosure"):
            return _("erased")
        return _("the host of the program")

    def _account(self, user: int, at: datetime) -> str | None:
        """Return the account's name, or the role that it had at this time; None if it no longer exists."""
        if user not in self.accounts:
            return None
        if self.in_full:
            return marked(self.accounts[user])
        had = (role for until, role in self.former.get(user, ()) if until > at)
        role = next(had, self.accounts[user])
        return str(Role.SCORER.label if role == Role.SCORER else Role.DIRECTOR.label)


NOBODY = ActorNames({}, {}, in_full=True)


def read_actor_names(tournament: Tournament, links: Sequence[LedgerEntry], *, in_full: bool) -> ActorNames:
    """Return the names or roles of the actors of these ledger entries, in two queries at most."""
    users = {user for link in links if (user := link.personal.get("user"))}
    places = {place for link in links if (place := _place(link))} if in_full else set()
    if in_full:
        names = dict(User.objects.filter(pk__in=users).values_list("pk", "username"))
        return ActorNames(names, _seats(tournament, places), in_full)
    return ActorNames(_roles(tournament, users), {}, in_full, _former_roles(tournament, users))


def _roles(tournament: Tournament, users: set[int]) -> dict[int, str]:
    """Return each account's present role in the club.

    The role is "" for an account that has none, such as the installation's operator.
    """
    role = Membership.objects.filter(club=tournament.club_id, user=OuterRef("pk")).values("role")[:1]
    rows = User.objects.filter(pk__in=users).annotate(role=Subquery(role)).values_list("pk", "role")
    return {pk: role or "" for pk, role in rows}


def _former_roles(tournament: Tournament, users: set[int]) -> dict[int, list[Until]]:
    """Return the earlier roles of these accounts in the club, in order of their end."""
    former: dict[int, list[Until]] = {}
    rows = FormerRole.objects.filter(club=tournament.club_id, user__in=users).order_by("until", "pk")
    for user, until, role in rows.values_list("user_id", "until", "role"):
        former.setdefault(user, []).append((until, role))
    return former


def _seats(tournament: Tournament, places: set[Place]) -> dict[Place, int]:
    if not places:
        return {}
    rounds, tables = {place[0] for place in places}, {place[1] for place in places}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__in=rounds, table__number__in=tables)
    rows = seats.values_list("round__number", "table__number", "number", "entry_id")
    return {(number, table, seat): entry for number, table, seat, entry in rows if (number, table, seat) in places}


def _place(link: LedgerEntry) -> Place | None:
    """Return the round, table and seat of an action at a table, else None.

    For a confirmation, the seat is the one that confirmed; for a dispute, the one that objected.
    """
    facts = link.facts
    seat = facts.get(ACTING_SEAT.get(link.kind, "seat"))
    if facts.get("source") != "table" or seat is None or "round" not in facts or "table" not in facts:
        return None
    return facts["round"], facts["table"], seat
