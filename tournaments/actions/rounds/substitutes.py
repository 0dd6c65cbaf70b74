"""Substitutes: a new player takes over a place, with the entry's points or as a new entry without points."""

from dataclasses import replace

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Player, Round, Seat, SeatClaim, SeatPlayer, StrandedPhone, Table, Tournament

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.refusals import Conflict, Invalid, Problem, refuse
from ..core.rows import lock_all, locked, save_fields
from ..hands.seat_players import hand_over, keep_sit_outs, lock_tables_in_play
from ..people.candidates import Candidate, Candidates, named_players
from ..people.players import SUBSTITUTED, log_new_people
from ..people.registration import change_entry, register, remove_unseated_entry
from ..seasons.moved_places import counted_in
from ..standings.teams import join_team
from .departures import seated_problems
from .draws.records import as_drawn, record_changed_tables
from .rounds import log_round

GONE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


def substitute(entry: Entry, leaving: Player, coming: Candidate, *, by: Actor) -> Entry:
    """Put a new player in the place of `leaving`; return the entry. Its points, seats and number stay.

    At a table in play the new player sits from the next hand on; the former player keeps the earlier hands. Raises
    Invalid for a bad name, or for a player who is entered already or sits at a table of the round as a substitute.
    Raises Conflict for a withdrawn entry, or if `leaving` is not one of its players. Raises AgreementNeeded if results
    of the tournament count for `leaving` in a season already.
    """
    with transaction.atomic():
        lock_all(named_players(entry.tournament, [coming]) | Player.objects.selectable().filter(pk=leaving.pk))
        lock_tables_in_play(entry)
        entry = locked(Entry.objects.select_related("tournament"), entry.pk)
        place = entry.entry_players.filter(player=leaving).first()
        if place is None or entry.status in GONE:
            raise Conflict(Problem("not_playing", _("%(name)s no longer plays here."), {"name": leaving.name}))
        place.player = _player(entry.tournament, coming)
        turns = leaving.seat_players.filter(seat__entry=entry, to_hand=None, round__state=Round.State.PUBLISHED)
        refuse(seated_problems([turn.round for turn in turns.select_related("round")], [place.player]))
        _agree_to_seasons(entry, leaving, place.player, by=by)
        keep_sit_outs(entry, leaving, place.player)
        place.save(update_fields=["player"])
        _revoke_access(entry)
        taken_over = hand_over(entry, leaving, place.player)
        log_new_people(entry, SUBSTITUTED, before=leaving, by=by, taken_over=taken_over)
    return entry


def _agree_to_seasons(entry: Entry, leaving: Player, coming: Player, *, by: Actor) -> None:
    """Raise AgreementNeeded if results of the entry move to another player in seasons, unless this is confirmed.

    The confirmation has no id of a new player, because the next request creates the player with another id.
    """
    message = _("%(season)s: the points of %(leaving)s in %(tournament)s will count for %(coming)s.")
    names = {"leaving": leaving.name, "tournament": entry.tournament.name, "coming": coming.name}
    seasons = [each for each in counted_in(entry.tournament) if each.declared.competitors != "clubs"]
    problems = [Problem("moves_results", message, {"season": each.name, **names}) for each in seasons]
    if problems:
        agreement = digest([entry.pk, leaving.pk, [each.params for each in problems]])[:20]
        by.require_agreement(problems, agreement, _("Let them count for the substitute"))


def replace_entry(entry: Entry, coming: Candidate, *, by: Actor) -> Entry:
    """Withdraw an entry, which keeps its points, and give its seat to a new entry without points; return the new entry.

    If the table has a hand already, the new entry plays from the next round on. It joins the old entry's team. An entry
    of partners is replaced as a whole. Raises what `substitute` and `register` raise.
    """
    with transaction.atomic():
        lock_all(named_players(entry.tournament, [coming]))
        seats = _seats_to_take(entry)
        if locked(Entry.objects.all(), entry.pk).status in GONE:
            raise Conflict(Problem("not_playing", _("%(name)s no longer plays here."), {"name": entry.name}))
        newcomer = replace(coming, stand_in=entry.stand_in, checked_in=True)
        try:
            (new,) = register(entry.tournament, [newcomer], by=by, in_place=bool(seats))
        except Invalid as refused:
            raise Invalid(replace(problem, pointer=problem.pointer[1:]) for problem in refused.problems) from refused
        join_team(new, of=entry, by=by)
        refuse(seated_problems([seat.round for seat in seats], new.players.all()))
        if seats:
            new = change_entry(new, {"from_round": seats[0].round.number}, by=by)
        for seat in seats:
            _take_seat(seat, new, by=by)
        change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=by, replaced_by=new.pk)
    return new


def has_played(entry: Entry) -> bool:
    """Whether the entry has a seat in a closed round, or at a table with a hand."""
    closed = entry.seats.filter(round__state=Round.State.CLOSED)
    return closed.exists() or Table.objects.playing().filter(seats__entry=entry).exists()


def give_back(new: Entry, entry: Entry, *, by: Actor, **extra_facts: object) -> None:
    """Undo a replacement: give the seats of the new entry back to the old entry, and delete the new entry."""
    with transaction.atomic():
        seats = _seats_to_take(new)
        lock_all(Entry.objects.filter(pk__in=[new.pk, entry.pk]))
        for seat in seats:
            _take_seat(seat, entry, by=by)
        remove_unseated_entry(new, by=by, **extra_facts)


def _seats_to_take(entry: Entry) -> list[Seat]:
    """Return the entry's seats that a substitute can take: at tables without a hand, in drafts and rounds in play.

    The rounds and tables are locked.
    """
    rounds = entry.tournament.rounds.filter(state__in=(Round.State.DRAFT, Round.State.PUBLISHED))
    theirs = Seat.objects.filter(entry=entry, round__in=rounds)
    lock_all(rounds.filter(seats__in=theirs))
    lock_all(Table.objects.filter(seats__in=theirs))
    begun = Table.objects.playing().filter(seats__in=theirs)
    return list(theirs.exclude(table__in=begun).select_related("round__tournament").order_by("round__number"))


def _take_seat(seat: Seat, new: Entry, *, by: Actor) -> None:
    drawn = as_drawn(seat.round)
    Seat.objects.filter(pk=seat.pk).update(entry=new, lineups=[])
    SeatPlayer.objects.filter(seat=seat).delete()
    claims = SeatClaim.objects.filter(table=seat.table_id, seat=seat.number, released_at=None)
    claims.update(released_at=timezone.now())
    record_changed_tables(seat.round, drawn)
    log_round(seat.round, "round_reseated", by=by)


def _player(tournament: Tournament, coming: Candidate) -> Player:
    """Return the player who comes, added to the club if new. Raises Invalid with the candidate's problems."""
    checked = Candidates(tournament, {0: coming}, size=1)
    refuse(replace(problem, pointer=problem.pointer[1:]) for problem in checked.problems())
    (player,) = checked.people()[0]
    if player.pk is None:
        player.save()
    return player


def _revoke_access(entry: Entry) -> None:
    """Revoke the PIN of the player who leaves and release the phones; the new player gets a new PIN."""
    save_fields(entry, pin_generation=entry.pin_generation + 1, pin_failures=0)
    claims = SeatClaim.objects.filter(table__seats__entry=entry, table__seats__number=F("seat"), released_at=None)
    SeatClaim.objects.filter(pk__in=claims.values("pk")).update(released_at=timezone.now())
    for phones in (SeatClaim, StrandedPhone):
        phones.objects.filter(entry=entry).update(entry=None)
    entry.push_subscriptions.all().delete()
