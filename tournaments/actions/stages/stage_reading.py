"""Reading the declaration of a stage; every fault is reported at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.problems import Problem
from scoring.reader import Reader, is_boolean, is_integer
from tournaments.models import DECLARED, Stage, Tournament
from tournaments.models.stage import MOST_PLACES
from tournaments.ranking import parse_number

MOST_SOURCES = 26
FIELDS = ("sources", *DECLARED)
PLACE = _("Write a place from 1 to %(most)d.")


def read_stage(
    raw: Mapping[str, Any], tournament: Tournament
) -> tuple[dict[str, Any], list[Tournament], list[Problem]]:
    """Return the values of a declaration, the tournaments that it follows, and every problem."""
    reader = Reader(raw)
    for name in [name for name in raw if name not in FIELDS]:
        message = _("A stage has no field of this name; it has %(fields)s.")
        reader.at(str(name)).report("unknown_field", message, fields=", ".join(FIELDS))
    values = {
        "of_each": reader.at("of_each", default=True).boolean(),
        "carry": reader.at("carry", default="nothing").choice(Stage.Carry.values),
        "ties": reader.at("ties", default="lot").choice(Stage.Ties.values),
        "first": reader.at("first", default=1).take(_is_place, "not_a_place", PLACE, most=MOST_PLACES),
        "last": _last(reader.at("last")),
    }
    values |= _carried(reader, values["carry"])
    if values["last"] and values["last"] < values["first"]:
        reader.at("last").report("not_a_place", _("The last place is before the first."))
    sources = _sources(reader.at("sources", default=[]), tournament)
    problems = reader.problems or [*_unfit(values, tournament, sources)]
    return values, sources, problems


def _carried(reader: Reader, carry: Any) -> dict[str, Any]:
    """Return the share and the bonus to be carried over; a value that is given but not used is checked too."""
    is_percentage, is_bonus = carry == Stage.Carry.SHARE, carry == Stage.Carry.BONUS
    share, bonus = reader.at("share"), reader.at("bonus", default=[])
    percent = _share(share) if is_percentage or share.raw is not None else None
    points = _bonus(bonus) if is_bonus or bonus.raw != [] else []
    return {"share": percent if is_percentage else None, "bonus": points if is_bonus else []}


def _is_place(raw: object) -> bool:
    return is_integer(raw) and 1 <= int(str(raw)) <= MOST_PLACES


def _last(part: Reader) -> Any:
    if part.raw in (None, 0) and not is_boolean(part.raw):
        return part.raw
    return part.take(_is_place, "not_a_place", PLACE, most=MOST_PLACES)


def _share(part: Reader) -> Any:
    def is_percentage(raw: object) -> bool:
        return is_integer(raw) and 1 <= int(str(raw)) <= 99

    return part.take(is_percentage, "out_of_range", _("Write a whole number of percent from 1 to 99."))


def _bonus(part: Reader) -> list[str]:
    """Return the bonus points for each place, as exact numbers in text."""
    message = _("List the points of the first places, beginning with the best place.")
    listed = part.entries("wrong_type", message, counts=range(1, MOST_PLACES + 1))
    numbers = [parse_number(each.raw) for each in listed]
    for each, number in zip(listed, numbers, strict=True):
        if number is None or number < 0:
            each.report("not_a_number", _("Write a number of points, for example 3 or 2.5."))
    return [str(number) for number in numbers if number is not None]


def _sources(part: Reader, tournament: Tournament) -> list[Tournament]:
    """Return the tournaments of the club with these slugs; report slugs that it does not have."""
    listed = part.entries("missing", _("Choose the tournaments that this one follows."), range(1, MOST_SOURCES + 1))
    slugs = [each.raw for each in listed if isinstance(each.raw, str)]
    found = {each.slug: each for each in tournament.club.tournaments.filter(slug__in=slugs).order_by("pk")}
    for number, each in enumerate(listed):
        if not isinstance(each.raw, str) or each.raw not in found or each.raw == tournament.slug:
            each.report("not_a_choice", _("Choose another tournament of the club."))
        elif each.raw in slugs[:number]:
            each.report("duplicate", _("This tournament is listed twice."))
    return list(found.values())


def _unfit(values: Mapping[str, Any], tournament: Tournament, sources: Sequence[Tournament]) -> Iterator[Problem]:
    """Yield the problems of following these tournaments with these values."""
    earlier = ancestors(sources)
    if tournament.pk in earlier:
        message = _("%(name)s cannot be one of its own earlier stages.")
        yield Problem("circle", message, {"name": tournament.name}, ("sources",))
    for number, source in enumerate(sources):
        if source.entry_size != tournament.entry_size:
            message = _("Entries in %(name)s have a different number of players than entries here.")
            yield Problem("wrong_size", message, {"name": source.name}, ("sources", number))
        if values["carry"] in ("all", "share") and source.low_score_wins != tournament.low_score_wins:
            message = _(
                "Points from %(name)s cannot be carried over: in one of the two tournaments the most points win, in "
                "the other the fewest."
            )
            yield Problem("other_direction", message, {"name": source.name}, ("carry",))
    fields = [source.entries.filter(stand_in=False).count() for source in sources]
    yield from unfit_sizes(values, fields, needed=min(tournament.table_sizes))


def unfit_sizes(values: Mapping[str, Any], fields: Sequence[int], *, needed: int) -> Iterator[Problem]:
    """Yield a problem if fewer entries qualify than a table needs, or if the cut is larger than the tournaments.

    `fields` has the number of entries of each tournament, 0 if it has none yet.
    """
    last, of_each = values["last"], values["of_each"]
    if last == 0 or (last is None and not all(fields)):
        return
    size = (min(fields) if of_each else sum(fields)) if all(fields) else last
    coming = max(0, min(last or size, size) - values["first"] + 1) * (len(fields) if of_each else 1)
    if coming < needed:
        message = _("Only %(count)d would qualify; a table needs %(needed)d.")
        yield Problem("too_few", message, {"count": coming, "needed": needed}, ("last" if last else "first",))
    elif last and last > size:
        message = _("Only %(count)d are entered there: choose at most that many places.")
        yield Problem("cut_too_large", message, {"count": size}, ("last",))


def ancestors(sources: Sequence[Tournament]) -> set[int]:
    """Return the ids of these tournaments and of all tournaments before them."""
    found: set[int] = set()
    waiting = [source.pk for source in sources]
    while waiting:
        found |= {*waiting}
        before = Stage.objects.filter(tournament__in=waiting).values_list("sources", flat=True)
        waiting = [pk for pk in before if pk and pk not in found]
    return found
