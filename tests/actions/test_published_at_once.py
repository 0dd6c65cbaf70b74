"""Rounds that are published while their entries change, on real PostgreSQL."""

import pytest
from django.db import transaction

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import merging, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.substitutes import substitute
from tournaments.models import Entry, Player, Round, SeatPlayer

pytestmark = pytest.mark.postgres


@pytest.fixture
def draft(postgres):
    return a_round(a_tournament(players=8), publish=False)


def published_during(act, draft):
    """Let an action commit while the draft's publication waits for it; return the future of the publication."""
    by = director_of(draft.tournament)
    with in_background() as start, transaction.atomic():
        act(by)
        other = start(lambda: rounds.publish_round(draft, by=by))
        until_somebody_waits()
    return other


def test_a_player_who_takes_a_place_meanwhile_is_seated(draft):
    entry = draft.tournament.entries.first()
    leaving = entry.players.get()
    published_during(lambda by: substitute(entry, leaving, Candidate(names=("Zita",)), by=by), draft).result()
    assert SeatPlayer.objects.get(seat__entry=entry).player == entry.players.get() != leaving


def test_a_record_that_is_merged_meanwhile_gets_no_seat(draft):
    entry = draft.tournament.entries.first()
    other = entry.players.get()
    into = Player.objects.create(club=other.club, name="Zita", name_key="zita")
    published_during(lambda by: merging.merge_players(into, other, by=by), draft).result()
    assert SeatPlayer.objects.get(seat__entry=entry).player == into


@pytest.mark.parametrize(
    "act",
    [
        lambda entry, by: registration.register(entry.tournament, [Candidate(names=("Zita",))], by=by),
        lambda entry, by: registration.change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=by),
        lambda entry, by: erase_player(entry.players.get(), by=by),
    ],
)
def test_entries_that_change_meanwhile_make_the_draft_outdated(draft, act):
    entry = draft.tournament.entries.first()
    with pytest.raises(Conflict) as refused:
        published_during(lambda by: act(entry, by), draft).result()
    assert refused.value.codes == ["draft_outdated"]
    assert Round.objects.get().state == "draft"


def test_a_player_is_erased_while_the_round_is_published(draft):
    player, by = draft.tournament.entries.first().players.get(), director_of(draft.tournament)
    with in_background() as start:
        with transaction.atomic():
            rounds.publish_round(draft, by=by)
            other = start(lambda: erase_player(player, by=by))
            until_somebody_waits()
        with pytest.raises(Conflict) as refused:
            other.result()
    assert refused.value.codes == ["still_playing"]
    assert Player.objects.get(pk=player.pk).erased_at is None
