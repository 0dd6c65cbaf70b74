"""The rounds in which an entry takes part: the effects of coming late, leaving, and coming back."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Round, Seat, SitOut, Tournament

from ..core.refusals import Conflict, Invalid, Problem

LEFT = Entry.Status.WITHDRAWN


class Participation:
    """The rounds so far in which each entry of a tournament took part."""

    def __init__(self, tournament: Tournament | int, entries: Collection[int]) -> None:
        """Read the rounds in which these entries had a seat or a sit-out."""
        rounds = Round.objects.published().filter(tournament=tournament)
        states = dict(rounds.values_list("number", "state"))
        self.closed = max((number for number, state in states.items() if state == Round.State.CLOSED), default=0)
        self._placed: dict[int, int] = {}
        for rows in (Seat.objects, SitOut.objects) if states else ():
            placed = rows.filter(round__in=rounds, entry__in=entries)
            for entry, number in placed.values_list("entry_id", "round__number"):
                self._placed[entry] = max(number, self._placed.get(entry, 0))

    def leaving(self, entry: int) -> dict[str, Any]:
        """Return the change for an entry that leaves now: its last round, as `until_round`.

        The last round is the last closed round, or a later round in which the entry has a seat or a sit-out.
        """
        return {"until_round": max(self.closed, self._placed.get(entry, 0))}

    def returning(self, entry: Entry) -> dict[str, Any]:
        """Return the changes for an entry that comes back: no last round, and a gap if rounds were closed since."""
        left = self.closed if entry.until_round is None else entry.until_round
        gap = [[left + 1, self.closed]] if left < self.closed else []
        return {"until_round": None, "gaps": [*entry.gaps, *gap]}

    def check_last_round(self, entry: int, until: int | None) -> None:
        """Raise Invalid unless `until` is at least the round of the entry's last seat or sit-out.

        It must not be later than the last round that `leaving` gives.
        """
        least, most = self._placed.get(entry, 0), self.leaving(entry)["until_round"]
        if until is None or not least <= until <= most:
            message = _("Choose the last round that the entry took part in, from %(least)d to %(most)d.")
            raise Invalid(Problem("out_of_range", message, {"least": least, "most": most}, ("until_round",)))


def refuse_latecomers(tournament: Tournament) -> None:
    """Raise Conflict if the next draw continues a knock-out, which does not seat newcomers."""
    if tournament.pairing != Tournament.Pairing.KNOCK_OUT:
        return
    last = tournament.rounds.published().order_by("-number").first()
    if last and last.method == tournament.pairing:
        message = _(
            "The knock-out has begun, so new players cannot be added to the draw. A new player can replace one who "
            "leaves, and keeps that player’s points: in the list, choose the player who leaves."
        )
        raise Conflict(Problem("knock_out_begun", message))


def changes_of_stay(entry: Entry, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes of an entry's last round and gaps that follow from these changes of its fields.

    Raises Invalid for the last round of an entry that has not left, or for a round that cannot be its last.
    """
    if not changes.keys() & {"status", "until_round"}:
        return {}
    status, stays = changes.get("status", entry.status), Participation(entry.tournament_id, [entry.pk])
    if status == LEFT and "until_round" in changes:
        stays.check_last_round(entry.pk, changes["until_round"])
    elif status == LEFT and entry.until_round is None:
        return stays.leaving(entry.pk)
    elif status != LEFT and changes.get("until_round") is not None:
        message = _("Only an entry that has withdrawn has a last round: withdraw it first.")
        raise Invalid(Problem("has_not_left", message, pointer=("until_round",)))
    elif status != LEFT and entry.status == LEFT:
        return stays.returning(entry)
    return {}
