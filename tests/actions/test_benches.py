"""Entries that a director has sit out a round: they still do when it is drawn again."""

import pytest

from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.round_repair.proposals import RepairOptions, propose
from tournaments.actions.round_repair.repairs import exchange, repair_round
from tournaments.actions.rounds.draws.drafts import draw_round
from tournaments.actions.rounds.draws.records import read_sit_outs
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.rounds.rounds import drop_draft, publish_round
from tournaments.actions.verification import verify
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
SEEDS = range(6)


FACE_TO_FACE = {"ruleset": "brisca", "options": {"players": 2}}


@pytest.fixture(params=["random", "swiss", "mitchell", "round-robin"])
def benched(request, db):
    """A draft of nine players, and one who had a seat and was benched."""
    plan = FACE_TO_FACE if request.param in ("mitchell", "round-robin") else {}
    tournament = a_tournament(players=9, rounds=3, pairing=request.param, **plan)
    draft = draw_round(tournament, by=director_of(tournament), seed=1)
    entry = draft.seats.first().entry_id
    repair_round(draft, RepairOptions(benched=frozenset({entry})), by=director_of(tournament))
    assert read_sit_outs(draft) == [entry]
    return draft, entry


def again(draft, seed):
    tournament = Tournament.objects.get()
    drop_draft(draft, by=director_of(tournament))
    return draw_round(tournament, by=director_of(tournament), seed=seed)


def drawn_again(draft):
    """Return who sits out in each of some redraws."""
    outs = []
    for seed in SEEDS:
        draft = again(draft, seed)
        outs.append(read_sit_outs(draft))
    return outs


def sound():
    return verify(Tournament.objects.get()).findings == ()


@pytest.mark.slow
def test_benched_entry_sits_out_each_redraw(benched):
    draft, entry = benched
    for seed in SEEDS:
        draft = again(draft, seed)
        assert (read_sit_outs(draft), replay(draft)) == ([entry], True)
        assert propose(draft).is_empty
    assert sound()
    publish_round(draft, by=director_of(draft.tournament))
    assert read_sit_outs(draw_public_again(draft, by=director_of(draft.tournament))) == [entry]
    assert sound()


def test_the_next_round_is_drawn_as_usual(benched):
    draft, entry = benched
    by = director_of(draft.tournament)
    publish_round(draft, by=by)
    following = draw_round(Tournament.objects.get(), by=by, seed=2)
    assert entry not in read_sit_outs(following)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["repair", "exchange"])
def test_benched_entry_that_gets_a_seat_is_no_longer_benched(benched, way):
    draft, entry = benched
    by = director_of(draft.tournament)
    if way == "repair":
        repair_round(draft, RepairOptions(spared=frozenset({entry})), by=by)
    else:
        exchange(draft, entry, draft.seats.first().entry_id, by=by)
    assert not Entry.objects.exclude(benched_in=None).exists()
    assert drawn_again(draft) != [[entry]] * len(SEEDS)
    assert sound()


@pytest.mark.slow
def test_entry_that_sits_out_can_be_benched_for_a_redraw(db):
    draft = draw_round(a_tournament(players=9), by=director_of(Tournament.objects.get()), seed=1)
    (out,) = read_sit_outs(draft)
    repair_round(draft, RepairOptions(benched=frozenset({out})), by=director_of(draft.tournament))
    assert drawn_again(draft) == [[out]] * len(SEEDS)


@pytest.mark.slow
def test_a_round_in_play_keeps_it_too(db):
    round_ = a_round(a_tournament(players=9))
    entry = round_.seats.first().entry_id
    repair_round(round_, RepairOptions(benched=frozenset({entry})), by=director_of(round_.tournament))
    assert read_sit_outs(draw_public_again(round_, by=director_of(round_.tournament))) == [entry]
    assert sound()
