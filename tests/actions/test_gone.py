"""Removing a row that was removed meanwhile is refused, and the row is removed once."""

from decimal import Decimal

import pytest

from tests.halls import a_club, a_member, a_round, a_tournament, director_of
from tests.races import LIMITS
from tournaments.actions.core.refusals import Conflict, Gone
from tournaments.actions.people import penalties, registration
from tournaments.actions.round_repair.corrections import keep_draw
from tournaments.actions.round_repair.repairs import exchange
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.setup import archiving, memberships, tournaments, vp_tables
from tournaments.models import Entry, LedgerEntry, Role

pytestmark = pytest.mark.django_db


def an_entry():
    entry = a_tournament().entries.first()
    by = director_of(entry.tournament)
    return (
        lambda: registration.remove_entry(entry, by=by),
        lambda: registration.change_entry(entry, {"checked_in": True}, by=by),
        lambda: penalties.penalise(entry, amount=Decimal(1), reason="Late", by=by),
    )


def a_draft():
    draft = a_round(publish=False)
    by = director_of(draft.tournament)
    return (
        lambda: rounds.drop_draft(draft, by=by),
        lambda: rounds.publish_round(draft, by=by),
        lambda: rounds.schedule_round(draft, by=by, publish_at=None, closes_at=None),
        lambda: reseating.reseat(draft, [], by=by),
        lambda: exchange(draft, 1, 2, by=by),
        lambda: keep_draw(draft, by=by),
    )


def a_whole_tournament():
    tournament = a_tournament()
    by = director_of(tournament)
    entry = tournament.entries.first()
    return (
        lambda: archiving.delete_tournament(tournament, by=by),
        lambda: tournaments.update_tournament(tournament, {"rounds": 2}, by=by),
        lambda: archiving.archive_tournament(tournament, by=by),
        lambda: registration.register(tournament, [], by=by),
        lambda: registration.change_entry(entry, {"checked_in": True}, by=by),
    )


def a_vp_table():
    table = vp_tables.create_vp_table(a_club(), name="Ours", limits=LIMITS)
    return (
        lambda: vp_tables.delete_vp_table(table),
        lambda: vp_tables.change_vp_table(table, name="Theirs", limits=LIMITS),
    )


def a_membership():
    club = a_club()
    member = club.memberships.get(user=a_member(club, "dino", "director"))
    return (lambda: memberships.change_role(member, None), lambda: memberships.change_role(member, Role.SCORER))


@pytest.mark.parametrize("thing", [an_entry, a_draft, a_whole_tournament, a_vp_table, a_membership])
def test_writes_to_deleted_rows_raise_gone(thing):
    removal, *writes = thing()
    removal()
    links = LedgerEntry.objects.count()
    for again in (removal, *writes):
        with pytest.raises(Gone) as refusal:
            again()
        assert refusal.value.codes == ["gone"]
    assert LedgerEntry.objects.count() == links


def test_archiving_twice_is_archiving_once():
    tournament = a_tournament()
    for _again in range(2):
        archiving.archive_tournament(tournament, by=director_of(tournament))
    assert LedgerEntry.objects.filter(kind="tournament_archived").count() == 1


def test_the_same_change_twice_is_one():
    entry = a_tournament().entries.first()
    stale = Entry.objects.get(pk=entry.pk)
    for each in (entry, stale):
        registration.change_entry(each, {"stand_in": True}, by=director_of(entry.tournament))
    assert LedgerEntry.objects.filter(kind="entry_changed").count() == 1


def test_an_entry_with_a_penalty_is_withdrawn_instead():
    entry = a_tournament().entries.first()
    by = director_of(entry.tournament)
    penalties.penalise(entry, amount=Decimal(1), reason="Late", by=by)
    with pytest.raises(Conflict) as refusal:
        registration.remove_entry(entry, by=by)
    assert refusal.value.codes == ["has_penalty"]
