"""A round that is drawn again: what stays as it was, and that it is not lost if there is no draw."""

import pytest

from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds.draws import constraints
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.rounds.redraws import draw_draft_again

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("publish", [True, False])
def test_round_stays_if_there_is_a_next_round_but_no_schedule(publish):
    tournament = a_tournament(players=6, pairing="mitchell", rounds=5, ruleset="brisca", options={"players": 2})
    round_, director = a_round(tournament, publish=publish), director_of(tournament)
    before = read_seating(round_)
    one, other, third, fourth = tournament.entries.order_by("number").values_list("pk", flat=True)[:4]
    for pair in ((one, other), (other, third), (third, fourth)):  # four who must all be on one side of three
        constraints.change_constraints(tournament, lambda now, pair=pair: now.kept_apart(*pair), by=director)
    with pytest.raises(Invalid) as refused:
        (draw_public_again if publish else draw_draft_again)(round_, by=director)
    assert refused.value.codes == ["impossible_constraints"]
    stored = tournament.rounds.get()
    assert (stored.state, read_seating(stored)) == (round_.state, before)
