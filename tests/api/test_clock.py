"""…/clock/: the clock of the round in play, for everybody to read and directors to set."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_round, a_tournament
from tournaments.models import Clock, LedgerEntry

from .caller import codes, faults

pytestmark = pytest.mark.django_db
CLOCK, LIVE = "tournaments/serata/clock/", "tournaments/serata/live/"
WRITES = [("POST", ""), ("DELETE", ""), ("POST", "pause/"), ("POST", "resume/"), ("POST", "more/")]


@pytest.mark.slow
def test_an_evening(director, anybody, round_):
    assert codes(anybody.get(CLOCK), 404) == ["not_found"]
    assert anybody.get(LIVE).json()["clock"] is None
    started = director.post(CLOCK, {"minutes": 40})
    assert started.status_code == 201
    body = started.json()
    hands = {"version": 1, "since": body["since"], "left": 2_400_000, "warning": 300_000}
    assert anybody.get(LIVE).json()["clock"] == hands
    assert body == {
        **hands,
        "round": 1,
        "minutes": 40,
        "extra": 0,
        "ends_at": body["ends_at"],
        "ended": False,
        "tables": [],
    }
    assert anybody.get(CLOCK).json() == body
    paused = director.post(CLOCK + "pause/").json()
    assert (paused["since"], paused["ends_at"]) == (None, None)
    assert 2_390_000 < paused["left"] <= 2_400_000
    assert director.post(CLOCK + "pause/").json() == paused
    given = director.post(CLOCK + "more/", {"minutes": 5, "table": 2, "version": 2}).json()
    assert given["tables"] == [{"table": 2, "beyond": 300_000}]
    assert director.post(CLOCK + "more/", {"minutes": -1}).json()["left"] == paused["left"] - 60_000
    assert director.post(CLOCK + "resume/").json()["since"] is not None
    ended = director.delete(CLOCK).json()
    assert (ended["left"], ended["ended"], ended["tables"]) == (0, True, [])
    assert director.post("tournaments/serata/rounds/1/close/", {"anyway": True}).status_code == 200
    assert anybody.get(LIVE).json()["clock"] is None
    assert codes(director.post(CLOCK), 409) == ["no_round_in_play"]


@pytest.mark.slow
def test_what_is_refused(director, round_):
    past = (timezone.now() - timedelta(hours=2)).isoformat()
    both = [("/minutes", "missing_field"), ("/starts_at", "in_the_past")]
    assert faults(director.post(CLOCK, {"starts_at": past})) == both
    assert faults(director.post(CLOCK, {"minutes": 0})) == [("/minutes", "out_of_range")]
    assert codes(director.post(CLOCK + "pause/"), 409) == ["clock_not_started"]
    director.post(CLOCK, {"minutes": 40})
    assert faults(director.post(CLOCK + "more/", {"minutes": 5, "table": 9})) == [("/table", "unknown_table")]
    assert faults(director.post(CLOCK + "more/", {"minutes": -60})) == [("/minutes", "out_of_range")]
    assert codes(director.post(CLOCK + "more/", {"minutes": 5, "version": 7}), 412) == ["clock_changed"]
    assert Clock.objects.get().version == 1


def test_the_same_request_gives_once(director, round_):
    director.post(CLOCK, {"minutes": 40})
    key = {"Idempotency-Key": "one"}
    one, other = (director.post(CLOCK + "more/", {"minutes": 5}, headers=key) for _ in range(2))
    assert (one.json(), other["Idempotency-Replayed"]) == (other.json(), "true")
    assert Clock.objects.get().extra == 5


@pytest.mark.slow
def test_only_directors_set_the_clock(anybody, stranger, scorer, director, bare, phone, round_):
    for method, what in WRITES:
        assert codes(anybody(method, CLOCK + what), 401) == ["not_authenticated"]
        assert codes(stranger(method, CLOCK + what), 403) == ["forbidden"]
        assert codes(scorer(method, CLOCK + what), 403) == ["forbidden"]
        assert codes(phone(0)(method, CLOCK + what), 403) == ["forbidden"]
    assert not LedgerEntry.objects.filter(kind__startswith="clock").exists()


def test_a_private_clock_is_for_the_club_and_for_its_tables(anybody, director, phone, round_):
    director.patch("tournaments/serata/", {"visibility": "private"})
    body = director.post(CLOCK, {"minutes": 40}).json()
    assert codes(anybody.get(CLOCK), 404) == ["not_found"]
    assert phone(0).get(CLOCK).json() == body


def test_following_the_clock_costs_no_more_queries(anybody, director, round_, django_assert_num_queries):
    director.post(CLOCK, {"minutes": 40})
    with django_assert_num_queries(3):
        anybody.get(LIVE)
    with django_assert_num_queries(2):
        anybody.get(CLOCK)


def test_the_clubs_choice_of_a_warning(director, anybody, club):
    a_round(a_tournament(club, name="Altra"))
    director.patch("tournaments/altra/", {"clock_warning": 0})
    assert director.post("tournaments/altra/clock/", {"minutes": 10}).json()["warning"] == 0
