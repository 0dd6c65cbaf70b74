"""What the page of a draft shows apart from its tables: places, seats, other table sizes, and repairs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import pairing, ranking
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.round_repair.corrections import read_corrected_scores
from tournaments.actions.round_repair.proposals import OUT, Proposal, RepairOptions, SeatMove, propose
from tournaments.actions.rounds.draws.knock_out import due_entries
from tournaments.actions.rounds.draws.partitions import Partition, partitions
from tournaments.models import Entry, Round
from tournaments.models.entry import EntryQuerySet
from tournaments.wording.names import filled
from tournaments.wording.words import figure, seat_name


def drawn_places(round_: Round) -> dict[int, int]:
    """Return each entry's place in the draw; {} if the method ignores standings, or all scores were equal."""
    entrants = round_.draw_inputs.get("entrants", ())
    if round_.method not in pairing.BY_STANDING or len({each["score"] for each in entrants}) < 2:
        return {}
    return {each["id"]: place for place, each in enumerate(entrants, start=1)}


def legend(sizes: Sequence[int]) -> list[tuple[int, str]]:
    """Return (number, name) of the seats at a table of the most frequent size; [] if there are no tables."""
    usual = Counter(sizes).most_common(1)[0][0] if sizes else 0
    return [(seat, seat_name(seat, usual)) for seat in range(usual)]


def partition_choices(round_: Round, sizes: Sequence[int], out: int) -> list[tuple[str, str]]:
    """Return the other ways to divide a round's players into tables: (sizes separated by commas, text).

    The present one, with these sizes and `out` sit-outs, is left out.
    """
    ways = partitions(round_.tournament, sum(sizes) + out, round_.method)
    others = [way for way in ways if (sorted(way.shape.sizes), way.shape.sit_outs) != (sorted(sizes), out)]
    return [(",".join(map(str, way.sizes)), partition_text(way)) for way in others]


def partition_text(way: Partition) -> str:
    """Return a partition as text, such as "4 × 4, 1 sits out"."""
    counts = Counter(way.shape.sizes)
    parts = [f"{counts[size]} × {size}" for size in sorted(counts, key=lambda size: -counts[size])]
    out = way.shape.sit_outs
    if out:
        parts.append(ngettext("%(number)d sits out", "%(number)d sit out", out) % {"number": out})
    return ", ".join(parts)


def not_placed(round_: Round) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that are due but have no place in the round, and those that have one but are not due."""
    placed = {*round_.seats.values_list("entry_id", flat=True), *round_.sit_outs.values_list("entry_id", flat=True)}
    due = set(due_entries(round_.tournament, round_.number, round_.method).values_list("pk", flat=True))
    entries = round_.tournament.entries.in_bulk(due ^ placed)
    came = [entries[pk] for pk in sorted(due - placed)]
    return came, [entries[pk] for pk in sorted(placed - due)]


def shown_proposal(round_: Round, options: RepairOptions | None = None) -> dict[str, Any] | None:
    """Return the moves of a repair as text, or the problems that prevent it.

    Return None if no options are given, and no entry has come or left.
    """
    came, went = not_placed(round_)
    if options is None and not came and not went:
        return None
    changes: dict[str, Any] = {"came": came, "went": went}
    try:
        proposal = propose(round_, options or RepairOptions())
    except Refusal as refusal:
        return {**changes, "problems": [problem.text(_) for problem in refusal.problems]}
    return {**changes, **_proposal_context(round_, proposal)}


def _proposal_context(round_: Round, proposal: Proposal) -> dict[str, Any]:
    names = dict(round_.tournament.entries.values_list("pk", "name"))
    return {
        "changes": [change_text(change, names) for change in proposal.changes],
        "moved": proposal.moved,
        "digest": proposal.digest,
        "stranded": [names[int(entry)] for entry in proposal.repair.stranded],
        "apart_together": proposal.repair.apart_together,
    }


def change_text(change: SeatMove, names: Mapping[int, str]) -> str:
    """Return the move of an entry as a sentence."""
    params = {"name": names.get(change.entry, "?"), "before": change.before, "after": change.after}
    if change.after is None:
        return filled(_("%(name)s leaves the round."), params)
    if change.after == OUT and change.before is None:
        return filled(_("%(name)s sits out."), params)
    if change.after == OUT:
        return filled(_("%(name)s leaves table %(before)d and sits out."), params)
    if change.before is None:
        return filled(_("%(name)s comes to table %(after)d."), params)
    if change.before == OUT:
        return filled(_("%(name)s, who was to sit out, plays at table %(after)d."), params)
    return filled(_("%(name)s goes from table %(before)d to table %(after)d."), params)


def shown_corrected_scores(round_: Round) -> dict[str, Any]:
    """Return the scores and places that have changed since a round was drawn, with names."""
    found = read_corrected_scores(round_)
    names = dict(round_.tournament.entries.values_list("pk", "name"))
    entries = [
        {
            "name": names.get(each.entry, "?"),
            "before": figure(ranking.decimal(each.before)),
            "now": figure(ranking.decimal(each.now)),
            "place_before": each.place_before,
            "place_now": each.place_now,
        }
        for each in found.entries
    ]
    return {"entries": entries, "comparison": found.comparison, "begun": found.begun}


def seated_entries(round_: Round) -> EntryQuerySet:
    """Return the entries of a round by name, also those that sit out."""
    placed = Q(pk__in=round_.seats.values("entry")) | Q(pk__in=round_.sit_outs.values("entry"))
    return round_.tournament.entries.filter(placed).order_by("name")
