"""Past players: the entries of an earlier tournament that can be copied, and why others are left out."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryPlayer, Round, Tournament

from ..core.actor import Actor
from ..core.refusals import Invalid, Problem
from . import registration
from .candidates import Candidate


@dataclass(slots=True)
class PlayersToCopy:
    """The candidates that can be copied from an earlier tournament, and the reason for each entry that is left out."""

    candidates: list[Candidate] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)


def read_past(tournaments: Collection[Tournament], entered: Collection[int]) -> dict[int, PlayersToCopy]:
    """Return, by tournament, the players to copy from it; players whose ids are in `entered` are left out.

    It takes three queries for any number of tournaments.
    """
    found = {each.pk: PlayersToCopy() for each in tournaments}
    rounds = Round.objects.published().filter(tournament__in=found).order_by("number")
    last = dict(rounds.values_list("tournament_id", "number"))
    entries = Entry.objects.filter(tournament__in=found).order_by("tournament", "number").with_players()
    for entry in entries:
        past = found[entry.tournament_id]
        places = list(entry.entry_players.all())
        if reason := _left_out(entry, places, last.get(entry.tournament_id, 0), entered):
            past.left_out.append(Problem(*reason, {"name": entry.name}))
        else:
            ids = tuple(place.player_id for place in places)
            past.candidates.append(Candidate(player_ids=ids, home_club=entry.home_club))
    return found


def _left_out(
    entry: Entry, places: Iterable[EntryPlayer], last: int, entered: Collection[int]
) -> tuple[str, str] | None:
    """Return the code and the message why an entry is left out; None if it is copied.

    An entry that withdrew after the last round is copied, because it played to the end.
    """
    players = [place.player for place in places]
    if any(player.erased_at for player in players):
        return "erased", _("%(name)s was erased")
    if any(player.pk in entered for player in players):
        return "entered_already", _("%(name)s is already entered")
    if entry.stand_in:
        return "stood_in", _("%(name)s stood in")
    if entry.status == Entry.Status.WITHDRAWN and (not last or (entry.until_round or 0) < last):
        return "withdrew", _("%(name)s withdrew")
    return None


def past_players(tournament: Tournament, earlier: Tournament) -> PlayersToCopy:
    """Return the players to copy from an earlier tournament into this one, and the reasons for leaving others out.

    Raises Invalid if the entries there have a different number of players.
    """
    if earlier.entry_size != tournament.entry_size:
        message = _("The entries of %(name)s have a different number of players: enter the players by name.")
        raise Invalid(Problem("wrong_size", message, {"name": earlier.name}, ("tournament",)))
    entered = set(tournament.entries.values_list("players", flat=True))
    return read_past([earlier], entered)[earlier.pk]


def register_again(tournament: Tournament, earlier: Tournament, *, by: Actor) -> tuple[list[Entry], list[Problem]]:
    """Enter the players of an earlier tournament; return the new entries, and the reasons why others were left out."""
    past = past_players(tournament, earlier)
    made = registration.register(tournament, past.candidates, by=by) if past.candidates else []
    return made, past.left_out
