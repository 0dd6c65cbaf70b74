"""Tables that are not in play: refusals for their cards, and for phones whose table was deleted in a repair."""

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Round, SeatClaim, StrandedPhone, Table, TableSession, Tournament

from ..core.refusals import Problem

TABLE_ENDED = "table_ended"


def strand_phones(tables: QuerySet[Table]) -> None:
    """Record the phones with a session at these tables, before the tables are deleted."""
    claims = SeatClaim.objects.filter(table__in=tables).order_by("pk")
    spoke_for = {claim.session_id: claim.entry_id for claim in claims}
    StrandedPhone.objects.bulk_create(
        StrandedPhone(
            round_id=session.table.round_id,
            number=session.table.number,
            digest=session.digest,
            device=session.device,
            entry_id=spoke_for.get(session.pk),
        )
        for session in TableSession.objects.filter(table__in=tables, ended_at=None).select_related("table")
    )


def find_stranded(digest: str) -> StrandedPhone | None:
    """Return the phone that had a session with this digest at a table that was deleted; None for others."""
    return StrandedPhone.objects.select_related("round").filter(digest=digest).first()


def table_ended(phone: StrandedPhone) -> Problem:
    """Return the refusal for a phone whose table was deleted; during the round it says where the player sits."""
    round_ = phone.round
    if round_.state != Round.State.PUBLISHED or round_.tables.filter(number=phone.number).exists():
        return Problem("session_over", _("This session was ended: scan the card on the table again."))
    told: dict[str, object] = {"table": phone.number, "round": round_.number}
    if phone.entry is None:
        message = _("Table %(table)d no longer plays in round %(round)d. Ask the director where you sit now.")
        return Problem(TABLE_ENDED, message, told)
    return _where(phone.entry, round_, {**told, "name": phone.entry.name})


def _where(entry: Entry, round_: Round, told: dict[str, object]) -> Problem:
    seat = entry.seats.filter(round=round_).select_related("table").first()
    if seat:
        message = _("Table %(table)d no longer plays in round %(round)d. %(name)s now sits at table %(now)d.")
        return Problem(TABLE_ENDED, message, {**told, "now": seat.table.number})
    if entry.sit_outs.filter(round=round_).exists():
        message = _("Table %(table)d no longer plays in round %(round)d. %(name)s sits out this round.")
        return Problem(TABLE_ENDED, message, told)
    message = _("Table %(table)d no longer plays in round %(round)d. %(name)s does not play in it.")
    return Problem(TABLE_ENDED, message, told)


def not_in_play(table: int, rounds: QuerySet[Round]) -> Problem:
    """Return the refusal for a card whose table is not in the latest round in play, or if no round is in play."""
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
