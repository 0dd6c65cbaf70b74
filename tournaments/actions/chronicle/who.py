"""Who did what the ledger tells of: by name for directors, by role for everybody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from tournaments.models import LedgerEntry, Membership, Role, Seat, Tournament, User

Place = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Who:
    """What accounts are called, and who sat where; both as far as these links and their reader need it."""

    accounts: Mapping[int, str]
    seats: Mapping[Place, int]
    in_full: bool

    @property
    def entries(self) -> set[int]:
        """The entries that acted at a table."""
        return set(self.seats.values())

    def of(self, link: LedgerEntry, names: Mapping[int, str]) -> str:
        """Who did this."""
        source = link.facts.get("source")
        if source == "clock":
            return _("by itself")
        if source == "table":
            place = _place(link)
            return names.get(self.seats.get(place, 0) if place else 0) or _("at the table")
        if user := _user_of(link):
            return self.accounts.get(user) or _("an account that is gone")
        if link.commitment and not hasattr(link, "disclosure"):
            return _("erased")
        return _("the host of the program")


NOBODY = Who({}, {}, in_full=True)


def read_who(tournament: Tournament, links: Sequence[LedgerEntry], *, in_full: bool) -> Who:
    """Who did these, in two queries at most."""
    users = {user for link in links if (user := _user_of(link))}
    places = {place for link in links if (place := _place(link))} if in_full else set()
    return Who(_accounts(tournament, users, in_full=in_full) if users else {}, _seats(tournament, places), in_full)


def _accounts(tournament: Tournament, users: set[int], *, in_full: bool) -> dict[int, str]:
    if in_full:
        return dict(User.objects.filter(pk__in=users).values_list("pk", "username"))
    role = Membership.objects.filter(club=tournament.club_id, user=OuterRef("pk")).values("role")[:1]
    rows = User.objects.filter(pk__in=users).annotate(role=Subquery(role)).values_list("pk", "role")
    return {pk: str(Role.SCORER.label if role == Role.SCORER else Role.DIRECTOR.label) for pk, role in rows}


def _seats(tournament: Tournament, places: set[Place]) -> dict[Place, int]:
    if not places:
        return {}
    rounds, tables = {place[0] for place in places}, {place[1] for place in places}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__in=rounds, table__number__in=tables)
    rows = seats.values_list("round__number", "table__number", "number", "entry_id")
    return {(number, table, seat): entry for number, table, seat, entry in rows if (number, table, seat) in places}


def _user_of(link: LedgerEntry) -> int | None:
    disclosure = getattr(link, "disclosure", None)
    return disclosure.personal.get("user") if disclosure else None


def _place(link: LedgerEntry) -> Place | None:
    """The seat that acted at a table: the one that confirmed where that is what was done."""
    facts = link.facts
    seat = facts.get("confirmed_seat" if link.kind == "hand_confirmed" else "seat")
    if facts.get("source") != "table" or seat is None or "round" not in facts or "table" not in facts:
        return None
    return facts["round"], facts["table"], seat
