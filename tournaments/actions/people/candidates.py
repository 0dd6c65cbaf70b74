"""Candidates: players to be entered for a tournament, after a check against its entries and the club's players."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Entry, EntryPlayer, Player, Tournament
from tournaments.models.club import NAME_LENGTH

from ..core import ledger
from ..core.names import name_key, name_problems, read_name
from ..core.refusals import Problem
from .names_in_turn import entry_name


@dataclass(frozen=True, slots=True)
class Candidate:
    """A new entry to be made: one player or partners. Each is given by the id of a known player or by a name.

    A name, read by `read_name`, means the known player with this name, or a new player if nobody has it; if several
    have it, it is refused. With `new` it always means a new player. `carried` are the points from earlier stages, as an
    exact number.
    """

    names: tuple[str, ...] = ()
    player_ids: tuple[int, ...] = ()
    new: bool = False
    stand_in: bool = False
    seed: int | None = None
    card_number: str = ""
    home_club: str = ""
    checked_in: bool = False
    carried: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(map(read_name, self.names)))

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.names) + len(self.player_ids)


def named_players(tournament: Tournament, candidates: Collection[Candidate]) -> QuerySet[Player]:
    """Return the club's players whom these candidates name, by id or by a name that is spelled alike."""
    keys = {name_key(name) for c in candidates for name in c.names if not name_problems(name)}
    ids = {pk for candidate in candidates for pk in candidate.player_ids}
    return tournament.club.players.selectable().filter(Q(name_key__in=keys) | Q(pk__in=ids))


class Candidates:
    """The candidates of a list, by their positions.

    To enter them, construct this object under the tournament's lock.
    """

    def __init__(self, tournament: Tournament, candidates: Mapping[int, Candidate], size: int | None = None) -> None:
        self.tournament = tournament
        self.candidates = candidates
        self.size = size or tournament.entry_size
        self.by_id: dict[int, Player] = {}
        self.by_key: dict[str, list[Player]] = {}
        for player in named_players(tournament, candidates.values()):
            self.by_id[player.pk] = player
            self.by_key.setdefault(player.name_key, []).append(player)
        entered = EntryPlayer.objects.filter(tournament=tournament, player__in=self.by_id)
        self.taken = set(entered.values_list("player_id", flat=True))
        self.taken_keys = {self.by_id[pk].name_key for pk in self.taken}

    def problems(self) -> list[Problem]:
        """Return every fault of every candidate; each pointer starts with the candidate's position."""
        return [fault.under(place) for place, each in self.candidates.items() for fault in self._faults(each)]

    def _faults(self, candidate: Candidate) -> list[Problem]:
        """Return the problems of a candidate.

        Its players are then taken: a later candidate with one of them has a problem.
        """
        if candidate.size != self.size:
            message = _("Players in each entry of this tournament: %(expected)d; you gave %(given)d.")
            sizes = {"expected": self.size, "given": candidate.size}
            field = "name" if self.size == 1 else "players"
            return [Problem("wrong_number_of_players", message, sizes, (field,))]
        faults: list[Problem] = []
        for place in range(len(candidate.names)):
            faults += self._name_faults(candidate, place, _path("name", "names", candidate.size, place))
        for place in range(len(candidate.player_ids)):
            faults += self._player_faults(candidate, place, _path("player", "players", candidate.size, place))
        return faults

    def _name_faults(self, candidate: Candidate, place: int, path: tuple[str | int, ...]) -> list[Problem]:
        name = candidate.names[place]
        if faults := name_problems(name, *path):
            return faults
        key = name_key(name)
        if candidate.new:
            return []
        if key in map(name_key, candidate.names[:place]):
            return [_named_twice(name, path)]
        if key in self.taken_keys:
            return [_duplicate(name, path)]
        if len(self.by_key.get(key, [])) > 1:
            message = _(
                "Several players of the club are called %(name)s: choose one, or say that this is a new player."
            )
            return [Problem("ambiguous_name", message, {"name": name}, path)]
        self.taken_keys.add(key)
        self.taken.update(player.pk for player in self.by_key.get(key, []))  # a later candidate may give its id
        return []

    def _player_faults(self, candidate: Candidate, place: int, path: tuple[str | int, ...]) -> list[Problem]:
        pk = candidate.player_ids[place]
        player = self.by_id.get(pk)
        if player is None:
            return [Problem("unknown_player", _("The club has no such player: register the name first."), pointer=path)]
        names = candidate.names if not candidate.new and len(self.by_key[player.name_key]) == 1 else ()
        if pk in candidate.player_ids[:place] or player.name_key in map(name_key, names):
            return [_named_twice(player.name, path)]
        if pk in self.taken:
            return [_duplicate(player.name, path)]
        self.taken.add(pk)
        self.taken_keys.add(player.name_key)
        return []

    def people(self) -> list[list[Player]]:
        """Return each candidate's players; new players are not stored yet."""
        return [
            [self.by_id[pk] for pk in each.player_ids] + [self._player(name, new=each.new) for name in each.names]
            for each in self.candidates.values()
        ]

    def existing_players(self) -> list[Player]:
        """Return the candidates' players who have a record in the club; the candidates must have no problems."""
        return [player for players in self.people() for player in players if player.pk is not None]

    def enter(self) -> list[tuple[Entry, list[Player]]]:
        """Store the candidates; return each new entry with its players, in the same order.

        There must be no problems.
        """
        people = self.people()
        Player.objects.bulk_create(p for players in people for p in players if p.pk is None)
        entries = self._entries(people)
        EntryPlayer.objects.bulk_create(
            EntryPlayer(tournament=self.tournament, entry=entry, player=player, position=place)
            for entry, players in zip(entries, people, strict=True)
            for place, player in enumerate(players)
        )
        return list(zip(entries, people, strict=True))

    def _player(self, name: str, *, new: bool) -> Player:
        players = self.by_key.get(name_key(name), [])
        if players and not new:
            return players[0]
        return Player(club=self.tournament.club, name=name, name_key=name_key(name))

    def _entries(self, people: Sequence[Sequence[Player]]) -> list[Entry]:
        last = self.tournament.entries.aggregate(Max("number"))["number__max"] or 0
        rounds = self.tournament.rounds.published().aggregate(Max("number"))["number__max"] or 0
        return Entry.objects.bulk_create(
            Entry(
                tournament=self.tournament,
                number=last + place,
                name=entry_name(players),
                from_round=rounds + 1,
                stand_in=candidate.stand_in,
                seed=candidate.seed,
                card_number=candidate.card_number,
                home_club=normalise_text(candidate.home_club)[:NAME_LENGTH],
                checked_in=candidate.checked_in,
                carried=candidate.carried,
                salt=ledger.new_salt(),
            )
            for place, (candidate, players) in enumerate(zip(self.candidates.values(), people, strict=True), start=1)
        )


def _path(one: str, several: str, size: int, place: int) -> tuple[str | int, ...]:
    return (one,) if size == 1 else (several, place)


def _named_twice(name: str, path: tuple[str | int, ...]) -> Problem:
    message = _(
        "%(name)s is named twice in this entry. If these are two people, say that both are new players, or choose one "
        "from the club’s list and say that the other is new."
    )
    return Problem("duplicate_entry", message, {"name": name}, path)


def _duplicate(name: str, path: tuple[str | int, ...]) -> Problem:
    message = _("%(name)s is already entered. If this is somebody else, say that this is a new player.")
    return Problem("duplicate_entry", message, {"name": name}, path)
