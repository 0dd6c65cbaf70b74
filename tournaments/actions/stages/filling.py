"""Fill a stage from the tournaments that it follows, replace somebody who leaves, and take the filling back."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, LedgerEntry, Stage, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, Stale
from ..core.rows import lock_all, locked, save_fields
from ..people import registration
from ..people.candidates import Candidate
from ..standings.teams import carry_teams
from .declaring import facts_of, refuse_drawn, stage_of
from .intake import Comer, StageIntake, entries_by_players, read_intake, siblings, text_of
from .prize_marks import move_marks
from .stage_results import persons_named

FEWER = "fewer"
"""The agreement to fill a stage though places stay free."""


def fill_stage(tournament: Tournament, *, by: Actor, named: Collection[int] = (), seen: str = "") -> StageIntake:
    """Enter those who come in and are not entered yet; `named` are entries of earlier stages let in besides.

    Once the tournament is drawn, only those named are entered: they play from the next round on, with their points.
    `seen` is the digest of the list that the director confirmed. Raises Conflict while an earlier stage is played, once
    drawn if nobody is named, if nobody is left to enter, or if not as many of those level are chosen as there are
    places; Stale if the list is another by now; Invalid for unknown entries; AgreementNeeded if places stay free.
    """
    with transaction.atomic():
        stage = _locked_stage(tournament)
        is_drawn = stage.tournament.rounds.exists()
        if is_drawn and not named:
            message = _("%(name)s is drawn already: choose whom you let in from the next round on.")
            raise Conflict(Problem("already_drawn", message, {"name": stage.tournament.name}))
        taking = read_intake(stage, named=named)
        _refuse_unready(taking)
        _refuse_unknown(taking, named)
        if seen and seen != (read_intake(stage) if named else taking).digest:
            message = _("Somebody else filled it meanwhile, or the results changed: look at the list again.")
            raise Stale(Problem("changed_meanwhile", message))
        if is_drawn:
            return _enter(taking, _named(taking, named), by=by)
        _refuse_unchosen(taking)
        if not taking.to_enter:
            raise Conflict(Problem("nobody_left", _("Everybody who comes in is entered already.")))
        _refuse_too_few(taking)
        if taking.missing:
            message = _("Places that nobody takes: %(count)s.")
            problem = Problem("places_free", message, {"count": taking.missing})
            by.require_agreement([problem], FEWER, _("Go on with fewer players"))
        filled = _enter(taking, taking.to_enter, by=by)
        _refuse_undecided(filled)
        return filled


def replace_comer(tournament: Tournament, entry_id: int, *, by: Actor) -> StageIntake:
    """Withdraw an entry and enter the next by the rule. Raises Invalid for an unknown entry, Conflict once drawn."""
    with transaction.atomic():
        stage = _locked_stage(tournament)
        refuse_drawn(stage.tournament)
        entry = stage.tournament.entries.filter(pk=entry_id).first()
        if entry is None:
            raise Invalid(Problem("unknown_entry", _("This stage has no such entry."), pointer=("entry",)))
        registration.change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=by)
        taking = read_intake(stage)
        _refuse_unready(taking)
        return _enter(taking, taking.to_enter[:1], by=by) if taking.to_enter else taking


def empty_stage(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Take those who came in by this ledger entry off the list again; the reversal of filling."""
    with transaction.atomic():
        stage = _locked_stage(tournament)
        refuse_drawn(stage.tournament)
        entries = lock_all(tournament.entries.filter(pk__in=[each["entry"] for each in link.facts["entries"]]))
        removed = [entry.pk for entry in entries]
        gone = {who for who, entry in entries_by_players(tournament).items() if entry.pk in removed}
        earlier = [each for each in read_intake(stage).comers if each.entry and each.entry.pk in removed]
        move_marks(tournament, {each.entry.pk: each.result.row["entry"] for each in earlier if each.entry}, by=by)
        tournament.entries.filter(pk__in=removed).delete()
        before = tournament.ledger.filter(kind="stage_filled", sequence__lt=link.sequence)
        is_first = not tournament.entries.filter(pk__in=_entered_by(before)).exists()
        named = [who for who, persons in zip(stage.named, persons_named(stage), strict=True) if persons not in gone]
        save_fields(stage, named=named, **({"filled_at": None} if is_first else {}))
        ledger.append(tournament.pk, "stage_emptied", by=by, facts={"removed": removed, "undoes": link.sequence})


def _named(taking: StageIntake, named: Collection[int]) -> list[Comer]:
    """Return those who are to be entered and have one of these entries in an earlier stage."""
    who = {each.who for each in taking.comers if each.result.row["entry"] in named}
    return [each for each in taking.to_enter if each.who in who]


def _entered_by(links: Collection[LedgerEntry]) -> list[int]:
    return [each["entry"] for link in links for each in link.facts["entries"]]


def _locked_stage(tournament: Tournament) -> Stage:
    """Return the declaration with its tournament, which is locked: it is filled, declared and drawn in turn."""
    tournament = locked(Tournament.objects.select_related("club", "game"), tournament.pk)
    stage = stage_of(tournament)
    stage.tournament = tournament
    return stage


def _enter(taking: StageIntake, new: Sequence[Comer], *, by: Actor) -> StageIntake:
    """Enter these who come in: one ledger entry with the rule, its lot, and all who do not come in."""
    stage, tournament = taking.stage, taking.stage.tournament
    homes = dict(Entry.objects.filter(tournament__in=taking.sources).values_list("pk", "home_club"))
    first = tournament.entries.count() + 1
    candidates = [
        Candidate(
            player_ids=_players_in_order(each.result.row["entry"]),
            seed=number,
            home_club=homes.get(each.result.row["entry"], ""),
            carried=text_of(each.carried),
        )
        for number, each in enumerate(new, first)
    ]
    facts = {
        **facts_of(stage),
        "seed": taking.seed,
        "revisions": [[each.pk, each.revision] for each in taking.sources],
        "not_in": [[list(each.who), each.verdict] for each in taking.comers if not each.goes],
        "named": [list(each.who) for each in taking.comers if each.named],
    }
    made = registration.register(tournament, candidates, by=by, kind="stage_filled", **facts)
    came = [(each.result.tournament, each.result.row["entry"]) for each in new]
    carry_teams(tournament, [(*each, entry.pk) for each, entry in zip(came, made, strict=True)], by=by)
    save_fields(stage, filled_at=stage.filled_at or timezone.now(), named=facts["named"])
    return read_intake(stage)


def _players_in_order(entry_id: int) -> tuple[int, ...]:
    places = Entry.players.through.objects.filter(entry=entry_id).order_by("position")
    return tuple(places.values_list("player_id", flat=True))


def _refuse_unready(taking: StageIntake) -> None:
    """Raise Conflict while these places are played for or computed, or the places before these are not taken yet."""
    for source in taking.open_sources:
        message = _("%(name)s is not over yet: close its last round first.")
        raise Conflict(Problem("still_played", message, {"name": source.name}))
    for source in taking.sources:
        if source.is_stale:
            raise Conflict(Problem("refreshing", _("The standing is being computed: try again in a moment.")))
    for other in siblings(taking.stage, taking.sources):
        if other.first < taking.stage.first and other.filled_at is None:
            message = _("%(name)s takes the places before these: fill it first.")
            raise Conflict(Problem("fill_first", message, {"name": other.tournament.name}))
        if other.first < taking.stage.first and not other.tournament.rounds.exists():
            _refuse_undecided(read_intake(other))


def _refuse_unchosen(taking: StageIntake) -> None:
    """Raise Conflict unless as many of those level at each cut are chosen as there are places for them."""
    message = _("Level at the last place of %(name)s: choose %(places)d of the %(level)d. You chose %(chosen)d.")
    wrong = [each for each in taking.choices if each.chosen != each.places]
    values = [
        {"name": each.name, "places": each.places, "level": len(each.level), "chosen": each.chosen} for each in wrong
    ]
    if values:
        raise Conflict(Problem("undecided", message, each, ("named",)) for each in values)


def _refuse_undecided(taking: StageIntake) -> None:
    """Raise Conflict if the director has not chosen yet who of those level at the cut comes in."""
    if taking.waiting:
        message = _("%(name)s: choose first who of those level at the last place comes in.")
        raise Conflict(Problem("undecided", message, {"name": taking.stage.tournament.name}))


def _refuse_unknown(taking: StageIntake, named: Collection[int]) -> None:
    """Raise Invalid if an entry let in besides is of no earlier stage, has left, or was entered already."""
    for each in taking.comers:
        if each.entry and each.result.row["entry"] in named:
            message = _("%(name)s is on the list of players already, also if withdrawn: look at the registration page.")
            raise Invalid(Problem("duplicate_entry", message, {"name": each.entry.name}, ("named",)))
    coming = {each.who for each in taking.comers if each.goes}
    known = {each.result.row["entry"] for each in taking.comers if each.who in coming}
    if set(named) - known:
        message = _("Choose players of the earlier stages.")
        raise Invalid(Problem("unknown_entry", message, pointer=("named",)))


def _refuse_too_few(taking: StageIntake) -> None:
    """Raise Conflict if those who come in do not fill a table."""
    tournament = taking.stage.tournament
    coming = len(taking.to_enter) + tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    needed = min(tournament.table_sizes)
    if coming < needed:
        message = _("Only %(count)d would come in; a table needs %(needed)d.")
        raise Conflict(Problem("too_few", message, {"count": coming, "needed": needed}))
