"""The prepared state of a web process before its first request."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.halls import a_round, a_tournament, director_of, play, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings.halls_cache import HALLS_CACHE
from tournaments.models import Round
from tournaments.serving.warm_up import HALLS, read_rounds_in_play, warm_up

pytestmark = pytest.mark.django_db
DEEDS = [20, 10, 6, 4]


@pytest.fixture(autouse=True)
def knows_nothing():
    HALLS_CACHE.__init__()
    yield
    HALLS_CACHE.__init__()


@pytest.fixture
def round_(club):
    return a_round(a_tournament(club, players=16, name="Serata"), tables=[range(at, at + 4) for at in (0, 4, 8, 12)])


def queries(work):
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def test_the_first_desk_of_a_process_reads_no_hall(director, round_):
    def desk():
        assert director.get("/tournaments/serata/desk/").status_code == 200

    desk()
    again = queries(desk)
    HALLS_CACHE.__init__()
    unread = queries(desk)
    HALLS_CACHE.__init__()
    read_rounds_in_play()
    assert (queries(desk), unread) == (again, again + 3)


def test_what_was_read_in_advance_is_what_stands_when_somebody_asks(round_):
    read_rounds_in_play()
    play(round_.tables.get(number=2), 1, DEEDS)
    now = Round.objects.select_related("tournament__club").get()
    assert [len(table.hands) for table in HALLS_CACHE.tables_of(now)] == [0, 1, 0, 0]


def test_rounds_that_are_over_are_not_read(round_):
    play_out(round_, DEEDS)
    rounds.close_round(round_, by=director_of(round_.tournament))
    assert queries(read_rounds_in_play) == 1


@pytest.mark.slow
def test_a_few_halls_are_read_the_latest_first(club):
    for number in range(HALLS + 1):
        a_round(a_tournament(club, name=f"Serata {number}"))
    assert queries(read_rounds_in_play) == 1 + 3 * HALLS
    first, *_others, last = Round.objects.select_related("tournament__club").order_by("pk")
    assert (queries(lambda: HALLS_CACHE.tables_of(last)), queries(lambda: HALLS_CACHE.tables_of(first))) == (0, 3)


def test_addresses_and_templates_need_no_database():
    assert queries(warm_up) == 0
