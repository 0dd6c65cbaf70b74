"""Refusals for tables that are not in play.

They are the response to a request with the card of such a table, or from a phone whose table a repair deleted.
"""

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Round, SeatClaim, StrandedPhone, Table, TableSession, Tournament

from ..core.refusals import Problem

TABLE_ENDED = "table_ended"


def strand_phones(tables: QuerySet[Table]) -> None:
    """Remember the phones with a session at these tables. Call it before a repair deletes the tables."""
    claims = SeatClaim.objects.filter(table__in=tables).order_by("pk")
    entry_by_session = {claim.session_id: claim.entry_id for claim in claims}
    sessions = TableSession.objects.filter(table__in=tables, ended_at=None).select_related("table__round")
    StrandedPhone.objects.bulk_create(
        StrandedPhone(
            tournament_id=session.table.round.tournament_id,
            round_number=session.table.round.number,
            digest=session.digest,
            device=session.device,
            entry_id=entry_by_session.get(session.pk),
        )
        for session in sessions
    )


def find_stranded(digest: str) -> StrandedPhone | None:
    """Return the remembered phone whose session had this digest and whose table was deleted; None if there is none."""
    return StrandedPhone.objects.select_related("tournament").filter(digest=digest).first()


def table_ended(phone: StrandedPhone) -> Problem:
    """Return the refusal for a phone whose table was deleted.

    While the round is in play, the refusal names the player's new table.
    """
    params: dict[str, object] = {"round": phone.round_number}
    round_ = phone.tournament.rounds.published().filter(number=phone.round_number).first()
    if round_ is None:
        message = _("Round %(round)d was taken back. Wait for the director, then scan the card of your table.")
        return Problem("round_taken_back", message, params)
    if round_.state == Round.State.CLOSED:
        return session_over()
    if phone.entry is None:
        message = _("The tables of round %(round)d have changed. Ask the director where you sit now.")
        return Problem(TABLE_ENDED, message, params)
    return _where(phone.entry, round_, {**params, "name": phone.entry.name})


def _where(entry: Entry, round_: Round, params: dict[str, object]) -> Problem:
    seat = entry.seats.filter(round=round_).select_related("table").first()
    if seat:
        message = _("The tables of round %(round)d have changed. %(name)s now sits at table %(table)d.")
        return Problem(TABLE_ENDED, message, {**params, "table": seat.table.number})
    if entry.sit_outs.filter(round=round_).exists():
        message = _("The tables of round %(round)d have changed. %(name)s sits out this round.")
        return Problem(TABLE_ENDED, message, params)
    message = _("The tables of round %(round)d have changed. %(name)s does not play in this round.")
    return Problem(TABLE_ENDED, message, params)


def session_over() -> Problem:
    """Return the refusal for a session that has ended while its table is still in play."""
    return Problem("session_over", _("This session was ended: scan the card on the table again."))


def not_in_play(table: int, rounds: QuerySet[Round]) -> Problem:
    """Return the refusal for a card whose table is not in the round in play; `no_round` if no round is in play."""
    in_play = rounds.filter(state=Round.State.PUBLISHED).order_by("number").last()
    if in_play is None:
        return no_round(table)
    message = _("Table %(table)d does not play in round %(round)d: look at the list of tables, or ask the director.")
    return Problem("table_not_in_round", message, {"table": table, "round": in_play.number})


def of_another_evening(tournament: Tournament) -> Problem:
    """Return the refusal for the card of a tournament that is over."""
    message = _("This card is for %(name)s, which is over: scan the card of the tournament that is being played.")
    return Problem("tournament_over", message, {"name": tournament.name})


def no_round(table: int) -> Problem:
    """Return the refusal for a card before the first round and between two rounds."""
    message = _("No round is in play at table %(table)d: wait for the director.")
    return Problem("no_round_in_play", message, {"table": table})
