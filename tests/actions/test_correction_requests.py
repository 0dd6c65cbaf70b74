"""Directors' decisions on correction requests, disputes and calls."""

import pytest

from tests.halls import a_table, director_of, play
from tests.table_sessions import OTHER, enter, refused, say, seat_actors, versions
from tournaments.actions.at_table import director_requests
from tournaments.actions.hands import hands, help_calls
from tournaments.actions.verification import verify

pytestmark = pytest.mark.django_db


class TestCorrectionRequests:
    @pytest.fixture
    def requested(self):
        table = a_table()
        north, east, *_others = seat_actors(table)
        enter(north)
        say(east)
        return enter(east, OTHER, replaces=1, reason="Miscounted the Pita")

    def test_a_director_accepts_one(self, requested):
        tournament = requested.table.round.tournament
        assert director_requests.open_requests(tournament) == [requested]
        hand = director_requests.accept(requested, by=director_of(tournament))
        assert (hand.version, hand.state, hand.reason) == (3, "confirmed", "Miscounted the Pita")
        assert hand.lines == requested.lines
        assert director_requests.open_requests(tournament) == []
        assert verify(tournament).holds

    @pytest.mark.parametrize("shown", [0, 2])
    def test_accepts_only_beside_what_was_shown(self, requested, shown):
        director = director_of(requested.table.round.tournament)
        assert refused(director_requests.accept, requested, by=director, shown_version=shown) == ["hand_changed"]
        assert versions() == [(1, 0, "confirmed", True), (2, 1, "requested", False)]
        assert director_requests.open_requests(requested.table.round.tournament) == [requested]
        assert director_requests.accept(requested, by=director, shown_version=1).version == 3

    def test_accepting_a_request_on_a_struck_out_hand_is_refused(self, requested):
        director = director_of(requested.table.round.tournament)
        hands.void(requested.table.hands.current().get(), by=director, reason="Cards were missing")
        assert refused(director_requests.accept, requested, by=director, shown_version=1) == ["hand_changed"]
        assert director_requests.accept(requested, by=director, shown_version=0).version == 3

    def test_or_declines_it_with_a_reason(self, requested):
        tournament = requested.table.round.tournament
        director = director_of(tournament)
        assert refused(director_requests.decline, requested, by=director, reason=" ") == ["missing_field"]
        assert refused(director_requests.decline, requested, by=director, reason="x" * 301) == ["too_long"]
        director_requests.decline(requested, by=director, reason="Counted again: it was right")
        assert versions() == [(1, 0, "confirmed", True), (2, 1, "requested", False)]
        assert director_requests.open_requests(tournament) == []
        assert refused(director_requests.accept, requested, by=director) == ["already_decided"]
        assert requested.ruling.reason == "Counted again: it was right"


class TestTheDirector:
    def test_decides_between_two_tallies(self):
        table = a_table()
        north, east, *_others = seat_actors(table)
        enter(north)
        assert refused(enter, east, OTHER) == ["hand_disputed"]
        decided = play(table, points=OTHER, replaces=1, reason="Counted the tricks")
        assert (decided.state, decided.version) == ("confirmed", 3)

    def test_answers_a_call_once(self):
        call = help_calls.call_director(a_table(), seat=2, reason="question")
        assert help_calls.call_director(call.table, seat=1, reason="again") == call
        answered = help_calls.answer_call(call).answered_at
        assert help_calls.answer_call(call).answered_at == answered
        assert help_calls.call_director(call.table, seat=1, reason="again") != call
