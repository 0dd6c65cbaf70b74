"""Storing the rows of a document as a new tournament of a club, with new ids."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext_noop as _

from scoring.problems import Problem
from tournaments.models import Club, ClubGame, Player, Stage, Tournament

from ..core.names import free_slug, name_key
from ..core.origin import KINDS, Kind, OriginIds, renumbered
from ..core.refusals import Invalid
from ..core.rows import save_fields
from .document_reading import HAND, Document
from .exporting import Progress
from .row_ids import OWN_ID, WITHIN, body_digest, body_with, with_ids
from .section import ExportSection
from .sections import SECTIONS

BY_NAME: Mapping[str, ExportSection] = {section.name: section for section in SECTIONS}
SLUG_LENGTH = 80
AT_ONCE = 2_000
LARGEST_ID = 2**53
"""The limit of original ids, so that the ids of rows made here, which are added to them, can be exported too."""
IN_ROUND, AT_TABLE, ON_SEAT = ("round",), ("round", "table"), ("round", "entry")
Row = Mapping[str, Any]
Values = dict[str, Any]


@dataclass(slots=True)
class Rebuilding:
    """A tournament while its document is being stored: the new ids by the ids in the document, and the stored rows."""

    document: Document
    tournament: Tournament
    ids: dict[Kind, dict[int, int]]
    progress: Progress
    rows: dict[str, dict[tuple[Any, ...], Any]] = field(default_factory=dict)
    largest: int = 0

    def local(self, kind: Kind, original: int) -> int:
        """Return the new id for an id in the document; the negated id if the document has no such row.

        Raises ValueError for a number below 1.
        """
        if original < 1:
            raise ValueError(f"{original} is not an id")
        self.largest = max(self.largest, original)
        return self.ids[kind].get(original, -original)

    def values_of(self, section: str) -> Iterator[tuple[Row, Values]]:
        """Yield each row of a section with new ids, and the values of those columns that are stored as exported."""
        columns = plain_columns(section)
        for row in self.document[section]:
            here = with_ids(section, row, self.local)
            yield here, {name: to_python(here[name]) for name, to_python in columns.items()}

    def store(self, section: str, make: Callable[[Row], Values], key: tuple[str, ...] = ()) -> None:
        """Store the rows of a section; `make` returns the values of the remaining columns of a row.

        If `key` names columns, `found` later finds the rows by their values.
        """
        model, made = BY_NAME[section].model, []
        for row, values in self.values_of(section):
            made.append((row, model(**values | make(row))))
        rows: list[Model] = [each for _row, each in made]
        model._default_manager.bulk_create(rows, batch_size=AT_ONCE)  # noqa: SLF001 - as exporting reads them
        self.progress(section, len(rows))
        if section in OWN_ID:
            originals = (row["id"] for row in self.document[section])
            self.ids[OWN_ID[section]] |= {original: row.pk for original, row in zip(originals, rows, strict=True)}
        if key:
            self.rows[section] = {tuple(row[name] for name in key): each for row, each in made}

    def found(self, section: str, row: Row, key: tuple[str, ...]) -> Any:
        """Return the stored row of `section` to which this row refers; `key` names the columns with the reference."""
        return self.rows[section][tuple(row[name] for name in key)]


@cache
def plain_columns(section: str) -> Mapping[str, Callable[[Any], Any]]:
    """Return the columns of a section that are stored as exported, with functions that convert their JSON values."""
    declared = BY_NAME[section]
    fields = {each.name: each for each in declared.model._meta.concrete_fields}  # noqa: SLF001 - documented
    plain = [name for name, path in declared.columns.items() if name == path and name not in ("id", "body")]
    return {name: fields[name].to_python for name in plain if not fields[name].is_relation}


def rebuild(
    document: Document, club: Club, people: Mapping[int, Player], game: ClubGame | None, progress: Progress
) -> Tournament:
    """Store the tournament of a document and return it.

    `people` are the players whom the club has already, by their ids in the document. The ledger is stored with new ids,
    and `origin` keeps the original ids. `progress` is called with the name of each section and its number of rows.
    """
    tournament = _tournament(document, club, game)
    ids: dict[Kind, dict[int, int]] = {kind: {} for kind in KINDS}
    ids["club"][document["club"]["id"]] = club.pk
    ids["tournament"][document["tournament"]["id"]] = tournament.pk
    made = Rebuilding(document, tournament, ids, progress)
    _store_people(made, people)
    _store_rounds(made)
    _store_hands(made)
    for section in ("penalties", "decisions"):
        made.store(
            section, lambda row: {"tournament": tournament, "entry_id": row["entry"], "round_number": row["round"]}
        )
    made.store("ledger", lambda _row: {"tournament": tournament})
    _store_origin(made)
    _store_standings(made)
    return tournament


def _tournament(document: Document, club: Club, game: ClubGame | None) -> Tournament:
    row = document["tournament"]
    values = {name: to_python(row[name]) for name, to_python in plain_columns("tournament").items()}
    tournament = _created(row["slug"], {**values, "club": club, "game": game})
    save_fields(tournament, created_at=values["created_at"])
    return tournament


def _created(original_slug: str, values: Values) -> Tournament:
    """Create the tournament with the first free slug; try again if a concurrent transaction takes this slug."""
    slug = free_slug(original_slug, Tournament.objects.all(), length=SLUG_LENGTH)
    try:
        with transaction.atomic():
            return Tournament.objects.create(**{**values, "slug": slug})
    except IntegrityError:
        if not Tournament.objects.filter(slug=slug).exists():
            raise
        return _created(original_slug, values)


def _store_people(made: Rebuilding, known: Mapping[int, Player]) -> None:
    tournament, originals, players = made.tournament, [row["id"] for row in made.document["players"]], []
    for original, (row, values) in zip(originals, made.values_of("players"), strict=True):
        new = Player(club=tournament.club, name_key=name_key(row["name"]), **values)
        players.append(known.get(original, new))
    Player.objects.bulk_create([player for player in players if player.pk is None], batch_size=AT_ONCE)
    made.ids["player"] |= {original: player.pk for original, player in zip(originals, players, strict=True)}
    made.store("entries", lambda _row: {"tournament": tournament})
    named = {name: renumbered(made.document["tournament"][name], made.local) for name in WITHIN["tournament"]}
    save_fields(tournament, **named)
    made.store(
        "entry_players", lambda row: {"tournament": tournament, "entry_id": row["entry"], "player_id": row["player"]}
    )
    made.store("kept_apart", lambda row: {"one_id": row["one"], "other_id": row["other"]})
    made.store("fixed_tables", lambda row: {"entry_id": row["entry"]})
    if stage := made.document["stage"]:
        values = {name: to_python(stage[name]) for name, to_python in plain_columns("stage").items()}
        Stage.objects.create(tournament=tournament, **values)


def _store_rounds(made: Rebuilding) -> None:
    def of_round(row: Row) -> Values:
        return {"round": made.found("rounds", row, IN_ROUND)}

    def of_entry(row: Row) -> Values:
        return {**of_round(row), "entry_id": row["entry"]}

    made.store("rounds", lambda _row: {"tournament": made.tournament}, key=("number",))
    made.store("clocks", of_round)
    made.store("tables", of_round, key=("round", "number"))
    made.store("seats", lambda row: {**of_entry(row), "table": made.found("tables", row, AT_TABLE)}, key=ON_SEAT)
    made.store(
        "seat_players",
        lambda row: {**of_round(row), "seat": made.found("seats", row, ON_SEAT), "player_id": row["player"]},
    )
    made.store("sit_outs", of_entry, key=ON_SEAT)
    made.store(
        "sit_out_players", lambda row: {"sitout": made.found("sit_outs", row, ON_SEAT), "player_id": row["player"]}
    )


def _store_hands(made: Rebuilding) -> None:
    def at_table(row: Row) -> Values:
        return {"table": made.found("tables", row, AT_TABLE)}

    made.store("announcements", at_table)
    made.store("hands", at_table, key=HAND)
    made.store("rulings", lambda row: {"requested": made.found("hands", row, HAND)})


def _store_origin(made: Rebuilding) -> None:
    """Store the original ids with the tournament, and a `base` above every id in the document."""
    originals = {kind: {here: original for original, here in made.ids[kind].items()} for kind in KINDS}
    if made.largest > LARGEST_ID:
        raise Invalid(Problem("out_of_range", _("The file has ids that are too large.")))
    origin = OriginIds(made.document["tournament"]["slug"], made.largest + 1, originals)
    save_fields(made.tournament, origin=origin.as_json)


def _store_standings(made: Rebuilding) -> None:
    """Store the published standings with the new slug and ids."""
    tournament = made.tournament

    def here(row: Row) -> Values:
        body = body_with(row["body"], tournament.slug, made.local)
        return {"tournament": tournament, "body": body.encode(), "digest": body_digest(body)}

    made.store("standings", here)
