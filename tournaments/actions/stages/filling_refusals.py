"""Refusals to fill a stage, with the reason for the director."""

from collections.abc import Collection

from django.utils.translation import gettext_noop as _

from tournaments.models import Entry

from ..core.refusals import Conflict, Invalid, Problem
from .intake import StageIntake, entries_by_players, read_intake, siblings


def refuse_unready(taking: StageIntake) -> None:
    """Raise Conflict if the places that qualify are not final.

    They are still in play or being computed, or a stage for better places is not filled yet.
    """
    for source in taking.open_sources:
        message = _("%(name)s is not over yet: close its last round first.")
        raise Conflict(Problem("still_played", message, {"name": source.name}))
    for source in taking.sources:
        if source.is_stale:
            raise Conflict(Problem("refreshing", _("The standings are being computed: try again in a moment.")))
    for other in siblings(taking.stage, taking.sources):
        if other.first < taking.stage.first and other.filled_at is None and other.last != 0:
            message = _("%(name)s takes the places above these: enter its qualifiers first.")
            raise Conflict(Problem("fill_first", message, {"name": other.tournament.name}))
        if other.first < taking.stage.first and not other.tournament.rounds.exists():
            refuse_undecided(read_intake(other))


def refuse_unchosen(taking: StageIntake) -> None:
    """Raise Conflict unless the director has chosen as many of the entries tied at a cut as there are places."""
    message = _("Tied for the last place of %(name)s: choose %(places)d of the %(level)d. You chose %(chosen)d.")
    wrong = [each for each in taking.choices if each.chosen != each.places]
    values = [
        {"name": each.name, "places": each.places, "level": len(each.level), "chosen": each.chosen} for each in wrong
    ]
    if values:
        raise Conflict(Problem("undecided", message, each, ("named",)) for each in values)


def refuse_undecided(taking: StageIntake) -> None:
    """Raise Conflict if the director still has to choose among the entries tied at a cut."""
    if taking.waiting:
        message = _("%(name)s: players are tied for the last place. First choose which of them qualifies.")
        raise Conflict(Problem("undecided", message, {"name": taking.stage.tournament.name}))


def refuse_nobody(taking: StageIntake) -> None:
    """Raise Conflict, with the reason, if there is no competitor to enter."""
    if taking.to_enter:
        return
    if any(each.qualifies for each in taking.candidates):
        raise Conflict(Problem("nobody_left", _("All qualifiers are already entered.")))
    if taking.stage.last == 0:
        raise Conflict(Problem("nobody_named", _("Here the director names the qualifiers: choose players first.")))
    away = {each.who for each in taking.candidates if each.verdict == "elsewhere"}
    for other in siblings(taking.stage, taking.sources):
        if away & entries_by_players(other.tournament).keys():
            message = _("The players of these places already play in %(name)s.")
            raise Conflict(Problem("play_elsewhere", message, {"name": other.tournament.name}))
    raise Conflict(Problem("nobody_comes", _("The earlier stages have no player left for these places.")))


def refuse_unknown(taking: StageIntake, named: Collection[int]) -> None:
    """Raise Invalid if an entry that the director added is not in an earlier stage, has left, or is entered already."""
    for each in taking.candidates:
        if each.entry and each.result.row["entry"] in named:
            message = _("%(name)s is already on the list of players, even if withdrawn: check the registration page.")
            raise Invalid(Problem("duplicate_entry", message, {"name": each.entry.name}, ("named",)))
    coming = {each.who for each in taking.candidates if each.qualifies}
    known = {each.result.row["entry"] for each in taking.candidates if each.who in coming}
    if set(named) - known:
        message = _("Choose players of the earlier stages.")
        raise Invalid(Problem("unknown_entry", message, pointer=("named",)))


def refuse_too_few(taking: StageIntake) -> None:
    """Raise Conflict if fewer qualify than a table needs."""
    tournament = taking.stage.tournament
    coming = len(taking.to_enter) + tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    needed = min(tournament.table_sizes)
    if coming < needed:
        message = _("Only %(count)d would qualify; a table needs %(needed)d.")
        raise Conflict(Problem("too_few", message, {"count": coming, "needed": needed}))
