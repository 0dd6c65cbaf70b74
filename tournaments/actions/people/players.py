"""Keeping a club's people: new ones, a whole list of them, a name put right."""

import csv
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Club, Entry, Player, PlayerMerge, Seat, ShownAs, SitOut

from ..core import ledger
from ..core.actor import Actor
from ..core.names import initials, name_key, name_problems, read_name
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import lock_all, locked, save_fields
from ..ledger_kinds import LedgerKind
from ..standings.standings import name_in_standings
from .names_in_turn import entry_name, name_seats, name_sit_outs

MAX_PLAYERS = 10_000
RENAMED: LedgerKind = "entry_renamed"
MERGED: LedgerKind = "players_merged"
PARTED: LedgerKind = "players_parted"
SUBSTITUTED: LedgerKind = "player_substituted"
"""Links that tell of another name. The name before is in the personal part, until whose it was is erased: `player`."""
NAME_COLUMNS = ("name", "nome", "nombre", "naam")
DELIMITERS = ";\t,"


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Somebody to be added; `new` where the club knows another person of the same name."""

    name: str
    new: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", read_name(self.name))


def add_players(club: Club, new_players: Sequence[NewPlayer]) -> list[Player]:
    """These people as players of the club, all or none, in the same order.

    Raises Invalid with every fault, its pointer starting with the place in the list: a bad name,
    or `duplicate_player` for one who is known already.
    """
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        refuse(player_problems(club, dict(enumerate(new_players))))
        return _create(club, [player.name for player in new_players])


def player_problems(club: Club, new_players: Mapping[int, NewPlayer]) -> list[Problem]:
    """What is wrong with these, by their places in a list."""
    name_keys = _existing_keys(club, [player.name for player in new_players.values()])
    problems: list[Problem] = []
    for place, player in new_players.items():
        faults = name_problems(player.name, place, "name")
        if not faults and not player.new and name_key(player.name) in name_keys:
            message = _("%(name)s is on the club’s list already. If this is somebody else, say new.")
            params = {"name": player.name}
            faults = [Problem("duplicate_player", message, params, (place, "name"))]
        problems += faults
        name_keys.add(name_key(player.name))
    return problems


def _existing_keys(club: Club, names: Sequence[str]) -> set[str]:
    keys = {name_key(name) for name in names}
    return set(club.players.known().filter(name_key__in=keys).values_list("name_key", flat=True))


def _create(club: Club, names: Sequence[str]) -> list[Player]:
    return Player.objects.bulk_create(Player(club=club, name=name, name_key=name_key(name)) for name in names)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list of people as read: the names that are new to the club, and those that it knows."""

    new: tuple[str, ...]
    known: tuple[str, ...]


def read_player_list(club: Club, text: str) -> PlayerList:
    """What importing this CSV would do; raises Invalid with every fault and its line.

    The first line names the columns, one of them the name's; columns are separated by commas, semicolons or tabs.
    """
    names: dict[str, str] = {}
    for name in _names(text):
        names.setdefault(name_key(name), name)
    name_keys = _existing_keys(club, list(names.values()))
    return PlayerList(
        new=tuple(name for key, name in names.items() if key not in name_keys),
        known=tuple(name for key, name in names.items() if key in name_keys),
    )


def import_list(club: Club, text: str) -> tuple[list[Player], PlayerList]:
    """The players that this CSV added, and how it was read; raises as `read_player_list` does."""
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        read = read_player_list(club, text)
        return _create(club, read.new), read


def _names(text: str) -> list[str]:
    rows = _rows(text)
    column = _name_column(rows)
    names = {
        line: row[column] if column < len(row) else ""
        for line, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    }
    message = _("Line %(line)d: %(fault)s")
    refuse(
        Problem(fault.code, message, {"line": line, "fault": fault.text(gettext)})
        for line, name in names.items()
        for fault in name_problems(name)
    )
    return [read_name(name) for name in names.values()]


def _rows(text: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    delimiter = next((sign for sign in DELIMITERS if sign in first), ",")
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=delimiter))
    except csv.Error as fault:
        raise Invalid(Problem("bad_csv", _("This is not CSV: the file has a line that cannot be read."))) from fault
    if len(rows) > MAX_PLAYERS + 1:
        message = _("The list has more than %(most)d players: import it in parts.")
        raise Invalid(Problem("too_long", message, {"most": MAX_PLAYERS}))
    return rows


def _name_column(rows: Sequence[Sequence[str]]) -> int:
    titles = [title.strip().casefold() for title in rows[0]] if rows else []
    column = next((place for place, title in enumerate(titles) if title in NAME_COLUMNS), None)
    if column is None:
        raise Invalid(Problem("missing_column", _("The first line must name the columns, one of them “name”.")))
    return column


def rename_player(player: Player, name: str, *, by: Actor, replaces: str | None = None) -> Player:
    """The player under another name, in every tournament that he is entered in.

    Raises Invalid for a bad name, Conflict for a player who was erased, Stale where `replaces` is the name that was
    seen and no longer stands.
    """
    refuse(name_problems(name, "name"))
    name = read_name(name)
    with transaction.atomic():
        player = locked(Player.objects.select_related("club"), player.pk)
        if name == player.name:
            return player
        if player.erased_at:
            raise Conflict(Problem("erased", _("This player was erased and no longer has a name.")))
        refuse_merged(player)
        if replaces not in (None, player.name):
            message = _("Somebody else has changed the name meanwhile: it is %(name)s now.")
            raise Stale(Problem("name_changed", message, {"name": player.name}, ("name",)))
        former = player.name
        alias = initials(name) if player.shown_as == ShownAs.INITIALS else player.alias
        save_fields(player, name=name, name_key=name_key(name), alias=alias)
        call_anew(player, RENAMED, by=by, text=former)
    return player


def call_anew(player: Player, kind: LedgerKind, *, by: Actor, text: str = "", **extra_facts: object) -> None:
    """Call every entry of a locked player by what is shown of him now, also in the standings that are published.

    An entry that he has left keeps its name; its seats on which he sat do not, and its ledger tells it too.
    """
    entries = sorted(lock_all(Entry.objects.of_player(player).with_players()), key=lambda each: each.tournament_id)
    for entry in entries:
        players = [place.player for place in entry.entry_players.all()]
        left = {} if player in players else {"left": True}
        save_fields(entry, name=entry_name(players))
        facts = {"entry": entry.pk, "player": player.pk, "words": ledger.commit_to_words(entry), **left, **extra_facts}
        ledger.append(entry.tournament_id, kind, by=by, facts=facts, text=text)
        name_in_standings(entry)
    name_places(entries)


def refuse_merged(player: Player) -> None:
    """Raise Conflict where this record was put together with another of the same person."""
    merge = PlayerMerge.objects.filter(player=player).select_related("into").first()
    if merge:
        message = _("This record was merged with %(name)s: use that one, or separate them again.")
        raise Conflict(Problem("merged", message, {"name": merge.into.name}))


def name_places(entries: Collection[Entry]) -> None:
    """Store who sat on the seats of these locked entries, or sat out, where the entry is called otherwise."""
    name_seats(Seat.objects.filter(entry__in=entries))
    name_sit_outs(SitOut.objects.filter(entry__in=entries).exclude(players=None))


def log_new_people(entry: Entry, kind: LedgerKind, *, before: Player, by: Actor, **extra_facts: object) -> None:
    """Call a locked entry by the players that it has now, and enter in the ledger who had a place there before.

    `extra_facts` is what the ledger is to say with it.
    """
    people = [place.player for place in entry.entry_players.select_related("player")]
    save_fields(entry, name=entry_name(people))
    facts = {
        "entry": entry.pk,
        "player": before.pk,
        "players": [each.pk for each in people],
        "words": ledger.commit_to_words(entry),
        **extra_facts,
    }
    ledger.append(entry.tournament_id, kind, by=by, facts=facts, text=before.name)
    name_in_standings(entry)
    name_places([entry])
