"""The constraints for every draw of a tournament, set by its directors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import FixedTable, KeptApart, Tournament, settings_in

from ...core import ledger
from ...core.actor import Actor
from ...core.refusals import Problem, refuse
from ...core.rows import locked, save_fields
from ...standings.ratings import rates

MAX_TABLES = 10_000
MAX_PAIRS = 5_000
COLUMNS = {each.name: each.column for each in settings_in("constraints")}


@dataclass(frozen=True, slots=True)
class SeatingConstraints:
    """Constraints: pairs of entries kept apart, entries fixed at a table, and the sizes of tables.

    `seats` is the wanted number of seats at a table, None for the game's usual number. If the players do not fill such
    tables, `uneven_tables` allows tables of other sizes before an entry sits out. With `by_rating`, methods that draw
    by standings use the ratings in the first round.
    """

    apart: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    avoid_same_club: bool = False
    seats: int | None = None
    uneven_tables: bool = True
    by_rating: bool = False

    def kept_apart(self, one: int, other: int) -> SeatingConstraints:
        """Return a copy in which these two entries are kept apart."""
        return replace(self, apart=(*self.apart, (one, other)))

    def free_to_meet(self, one: int, other: int) -> SeatingConstraints:
        """Return a copy in which these two entries may sit together."""
        left = tuple(pair for pair in self.apart if set(pair) != {one, other})
        return replace(self, apart=left)

    def fixed_at(self, entry: int, table: int) -> SeatingConstraints:
        """Return a copy in which the entry is fixed at this table."""
        free = self.free_to_move(entry)
        return replace(free, fixed=(*free.fixed, (entry, table)))

    def free_to_move(self, entry: int) -> SeatingConstraints:
        """Return a copy in which the entry is not fixed at a table."""
        return replace(self, fixed=tuple(place for place in self.fixed if place[0] != entry))

    def normalized(self) -> SeatingConstraints:
        """Return a copy with each pair once, in order, so that equal constraints compare equal."""
        pairs = sorted({(min(pair), max(pair)) for pair in self.apart})
        return replace(self, apart=tuple(pairs), fixed=tuple(sorted(self.fixed)))


def read_constraints(tournament: Tournament) -> SeatingConstraints:
    """Return the tournament's constraints, read in two queries."""
    apart = KeptApart.objects.filter(one__tournament=tournament).order_by("one", "other")
    fixed = FixedTable.objects.filter(entry__tournament=tournament).order_by("entry")
    return SeatingConstraints(
        apart=tuple(apart.values_list("one", "other")),
        fixed=tuple(fixed.values_list("entry", "number")),
        **{name: getattr(tournament, column) for name, column in COLUMNS.items()},
    )


def change_constraints(
    tournament: Tournament, change: Callable[[SeatingConstraints], SeatingConstraints], *, by: Actor
) -> SeatingConstraints:
    """Apply the function `change` to the tournament's constraints; store and return the result.

    Raises Invalid with every fault and its field.
    """
    with transaction.atomic():
        locked(Tournament.objects.all(), tournament.pk)
        tournament.refresh_from_db(fields=COLUMNS.values())
        before = read_constraints(tournament)
        after = change(before)
        refuse([*_problems(tournament, after), *_unrated(tournament, before, after)])
        after = after.normalized()
        if after != before:
            _store(tournament, before, after)
            facts = asdict(after)
            ledger.append(tournament.pk, "constraints_changed", by=by, facts=facts, changes_standings=False)
    return after


def _store(tournament: Tournament, before: SeatingConstraints, after: SeatingConstraints) -> None:
    for one, other in set(before.apart) - set(after.apart):
        KeptApart.objects.filter(one=one, other=other).delete()
    new = sorted(set(after.apart) - set(before.apart))
    KeptApart.objects.bulk_create(KeptApart(one_id=one, other_id=other) for one, other in new)
    moved = set(before.fixed) ^ set(after.fixed)
    FixedTable.objects.filter(entry__in={entry for entry, _table in moved}).delete()
    FixedTable.objects.bulk_create(
        FixedTable(entry_id=entry, number=table) for entry, table in sorted(moved & set(after.fixed))
    )
    save_fields(tournament, **{column: getattr(after, name) for name, column in COLUMNS.items()})


def _problems(tournament: Tournament, constraints: SeatingConstraints) -> Iterator[Problem]:
    names = dict(tournament.entries.values_list("pk", "name"))
    yield from _apart_problems(constraints, names)
    yield from _fixed_problems(constraints, names)
    yield from _at_one_table(constraints, names, max(tournament.possible_table_sizes))
    sizes = tournament.possible_table_sizes
    if constraints.seats is not None and constraints.seats not in sizes:
        message = _("A table of this game seats %(sizes)s.")
        possible = ", ".join(map(str, sorted(sizes)))
        yield Problem("not_a_choice", message, {"sizes": possible}, ("seats",))


def _unrated(tournament: Tournament, before: SeatingConstraints, after: SeatingConstraints) -> Iterator[Problem]:
    if after.by_rating and not before.by_rating and not rates(tournament):
        message = _("Your club does not rate this game: switch its ratings on first.")
        yield Problem("not_rated", message, pointer=("by_rating",))


def _apart_problems(constraints: SeatingConstraints, names: dict[int, str]) -> Iterator[Problem]:
    if len(constraints.apart) > MAX_PAIRS:
        yield Problem("too_many", _("At most %(most)d pairs can be kept apart."), {"most": MAX_PAIRS}, ("apart",))
    for place, pair in enumerate(constraints.apart):
        for which, entry in enumerate(pair):
            if entry not in names:
                yield _unknown("apart", place, which)
        if pair[0] == pair[1]:
            yield Problem("same_entry", _("Name two different players."), {}, ("apart", place))


def _fixed_problems(constraints: SeatingConstraints, names: dict[int, str]) -> Iterator[Problem]:
    times = Counter(entry for entry, _table in constraints.fixed)
    for place, (entry, table) in enumerate(constraints.fixed):
        if entry not in names:
            yield _unknown("fixed", place, "entry")
        elif times[entry] > 1:
            message = _("%(name)s can stay at one table only.")
            yield Problem("fixed_twice", message, {"name": names[entry]}, ("fixed", place, "entry"))
        if not 1 <= table <= MAX_TABLES:
            message = _("Enter a number from %(least)d to %(most)d.")
            params = {"least": 1, "most": MAX_TABLES}
            yield Problem("out_of_range", message, params, ("fixed", place, "table"))


def _at_one_table(constraints: SeatingConstraints, names: dict[int, str], seats: int) -> Iterator[Problem]:
    """Yield a problem if entries that are kept apart are fixed at one table, or more entries than it has seats."""
    at_table: dict[int, list[int]] = {}
    apart = {frozenset(pair) for pair in constraints.apart}
    for place, (entry, table) in enumerate(constraints.fixed):
        others = at_table.setdefault(table, [])
        for other in others:
            if frozenset((entry, other)) in apart:
                message = _("%(one)s and %(other)s may not sit together, but both stay at table %(table)d.")
                params = {"one": names.get(other), "other": names.get(entry), "table": table}
                yield Problem("impossible_constraints", message, params, ("fixed", place))
        others.append(entry)
        if len(others) == seats + 1:
            message = _("More players stay at table %(table)d than it has seats: %(seats)d.")
            params = {"table": table, "seats": seats}
            yield Problem("impossible_constraints", message, params, ("fixed", place))


def _unknown(*path: str | int) -> Problem:
    return Problem("unknown_entrant", _("There is no such entry in this tournament."), {}, path)


def home_clubs(tournament: Tournament) -> list[str]:
    """Return the home clubs of the tournament's players, in order of name."""
    named = tournament.entries.exclude(home_club="").order_by("home_club")
    return list(dict.fromkeys(named.values_list("home_club", flat=True)))
