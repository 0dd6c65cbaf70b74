"""Filling a stage with entries that qualify from earlier tournaments, replacing one that leaves, and undoing this."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, LedgerEntry, Player, Stage, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, Stale
from ..core.rows import lock_all, locked, save_fields
from ..people import registration
from ..people.candidates import Candidate
from ..standings.teams import carry_teams
from .declaring import facts_of, refuse_drawn, stage_of
from .filling_refusals import (
    refuse_nobody,
    refuse_too_few,
    refuse_unchosen,
    refuse_undecided,
    refuse_unknown,
    refuse_unready,
)
from .intake import StageCandidate, StageIntake, entries_by_players, read_intake, text_of
from .prize_marks import move_marks
from .stage_results import persons_named

FEWER = "fewer"
"""The confirmation of filling a stage although places stay free."""


def fill_stage(tournament: Tournament, *, by: Actor, named: Collection[int] = (), seen: str = "") -> StageIntake:
    """Enter the competitors that qualify and are not entered yet; return the intake.

    `named` are entries of earlier stages that the director adds by name. Once the tournament is drawn, only these are
    entered; they play from the next round on, with their points. `seen` is the digest of the list that the director
    confirmed. Raises Conflict while an earlier stage is in play, if nobody is left to enter, or if the director has not
    chosen as many tied competitors as there are places. Raises Stale if the list has changed, Invalid for unknown
    entries, AgreementNeeded if places stay free.
    """
    with transaction.atomic():
        of_sources = Player.objects.filter(entry_players__tournament__followed_by__tournament=tournament)
        lock_all(of_sources)  # players are locked before tournaments
        stage = _locked_stage(tournament)
        is_drawn = stage.tournament.rounds.exists()
        if is_drawn and not named:
            message = _("%(name)s has already been drawn: choose whom to enter from the next round on.")
            raise Conflict(Problem("already_drawn", message, {"name": stage.tournament.name}))
        taking = read_intake(stage, named=named)
        refuse_unready(taking)
        if seen and seen != (read_intake(stage) if named else taking).digest:
            message = _(
                "Somebody else has entered the qualifiers meanwhile, or the results changed: check the list again."
            )
            raise Stale(Problem("changed_meanwhile", message))
        refuse_unknown(taking, named)
        if is_drawn:
            return _enter(taking, _named(taking, named), by=by)
        refuse_unchosen(taking)
        refuse_nobody(taking)
        refuse_too_few(taking)
        if taking.missing:
            message = _("Places left unfilled: %(count)s.")
            problem = Problem("places_free", message, {"count": taking.missing})
            by.require_agreement([problem], FEWER, _("Continue with fewer players"))
        filled = _enter(taking, taking.to_enter, by=by)
        refuse_undecided(filled)
        return filled


def replace_comer(tournament: Tournament, entry_id: int, *, by: Actor) -> StageIntake:
    """Withdraw an entry, and enter the competitor that is next by the rule; return the intake.

    Raises Invalid for an unknown entry, Conflict once the tournament is drawn.
    """
    with transaction.atomic():
        lock_all(tournament.entries.filter(pk=entry_id))
        stage = _locked_stage(tournament)
        refuse_drawn(stage.tournament)
        entry = stage.tournament.entries.filter(pk=entry_id).first()
        if entry is None:
            raise Invalid(Problem("unknown_entry", _("This stage has no such entry."), pointer=("entry",)))
        registration.change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=by)
        taking = read_intake(stage)
        refuse_unready(taking)
        return _enter(taking, taking.to_enter[:1], by=by) if taking.to_enter else taking


def empty_stage(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Remove the entries that this ledger entry added, to undo the filling.

    Raises Conflict if a round was drawn since, or if one of the entries has a place in a round.
    """
    with transaction.atomic():
        entries = lock_all(tournament.entries.filter(pk__in=[each["entry"] for each in link.facts["entries"]]))
        stage = _locked_stage(tournament)
        refuse_drawn(stage.tournament, Q(created_at__gt=link.at) | places_of(entries))
        removed = [entry.pk for entry in entries]
        gone = {who for who, entry in entries_by_players(tournament).items() if entry.pk in removed}
        own = [each for each in read_intake(stage).candidates if not each.substitute]
        earlier = [each for each in own if each.entry and each.entry.pk in removed]
        move_marks(tournament, {each.entry.pk: each.result.row["entry"] for each in earlier if each.entry}, by=by)
        tournament.entries.filter(pk__in=removed).delete()
        before = tournament.ledger.filter(kind="stage_filled", sequence__lt=link.sequence)
        is_first = not tournament.entries.filter(pk__in=_entered_by(before)).exists()
        named = [who for who, persons in zip(stage.named, persons_named(stage), strict=True) if persons not in gone]
        save_fields(stage, named=named, **({"filled_at": None} if is_first else {}))
        ledger.append(tournament.pk, "stage_emptied", by=by, facts={"removed": removed, "undoes": link.sequence})


def places_of(entries: Iterable[Entry]) -> Q:
    """Return the condition for rounds in which one of these entries has a seat or sits out."""
    return Q(seats__entry__in=entries) | Q(sit_outs__entry__in=entries)


def _named(taking: StageIntake, named: Collection[int]) -> list[StageCandidate]:
    """Return the competitors to be entered whose entry in an earlier stage is one of these."""
    who = {each.who for each in taking.candidates if each.result.row["entry"] in named}
    return [each for each in taking.to_enter if each.who in who]


def _entered_by(links: Collection[LedgerEntry]) -> list[int]:
    return [each["entry"] for link in links for each in link.facts["entries"]]


def _locked_stage(tournament: Tournament) -> Stage:
    """Return the declaration and its tournament, locked, so that nothing is filled, declared or drawn concurrently."""
    tournament = locked(Tournament.objects.select_related("club", "game"), tournament.pk)
    stage = stage_of(tournament)
    stage.tournament = tournament
    return stage


def _enter(taking: StageIntake, new: Sequence[StageCandidate], *, by: Actor) -> StageIntake:
    """Enter these competitors; return the intake with the new entries.

    One ledger entry records the rule, its lot, and who does not qualify.
    """
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
        "not_in": [[list(each.who), each.verdict] for each in taking.candidates if not each.qualifies],
        "named": [list(each.who) for each in taking.candidates if each.named and each.verdict != "level"],
    }
    made = registration.register(tournament, candidates, by=by, kind="stage_filled", **facts)
    came = [(each.result.tournament, each.result.row["entry"]) for each in new]
    carry_teams(tournament, [(*each, entry.pk) for each, entry in zip(came, made, strict=True)], by=by)
    save_fields(stage, filled_at=stage.filled_at or timezone.now(), named=facts["named"])
    return replace(read_intake(stage), entered=made)


def _players_in_order(entry_id: int) -> tuple[int, ...]:
    places = Entry.players.through.objects.filter(entry=entry_id).order_by("position")
    return tuple(places.values_list("player_id", flat=True))
