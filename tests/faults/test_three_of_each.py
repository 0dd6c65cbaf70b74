"""Three web servers and three workers, each of which takes two of the three queues, while one worker is killed."""

import json
import shutil
import time
from contextlib import ExitStack

import pytest

from tests.faults.load import playing
from tests.faults.site import Site, status
from tests.fixtures.serving import until

pytestmark = [pytest.mark.alone, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(600)]
QUEUES = [("--queues", names) for names in ("standings,draws", "draws,messages", "standings,messages")]
DRAWS = 8
HOOKED = """
import json
from tests.halls import a_club, a_long_draw, director_of
from tournaments.actions.rounds.draws import jobs
from tournaments.actions.webhooks import webhooks
clubs = [a_club(f"Circolo {{number}}") for number in range({draws})]
for club in clubs:  # a message of each that it was made
    webhooks.create_webhook(club, address={address!r}, events=["round.published"])
tournaments = [a_long_draw(club) for club in clubs]
print(json.dumps([jobs.draw_next_round(each, by=director_of(each)).pk for each in tournaments]))
"""
DRAWN = """
import json
from tournaments.models import LedgerEntry, Round, Seat, Tournament, WebhookDelivery
rounds = Round.objects.filter(pk__in={rounds})
entries = LedgerEntry.objects.filter(kind="round_drawn")
print(json.dumps({{
    "drafts": rounds.filter(state="draft").count(),
    "drawn": [entries.filter(tournament=each.tournament_id).count() for each in rounds],
    "seats": [Seat.objects.filter(round=each).count() for each in rounds],
    "stale": Tournament.objects.with_stale_standings().count(),
    "undelivered": WebhookDelivery.objects.filter(delivered_at=None).count(),
}}))
"""


@pytest.fixture
def three(variables, database, postgres_server, postgres_template, receiver, prepared, tmp_path):
    """The site with data of its own: workers of other tests, which may not call the receiver, would take its work."""
    own = f"{database}_three"
    postgres_server.create(own, template=postgres_template)
    changed = {
        "TAVOLO_DATA_DIR": str(shutil.copytree(prepared, tmp_path / "data")),
        "DATABASE_URL": variables["DATABASE_URL"].replace(database, own),
        "REDIS_URL": f"{variables['REDIS_URL'].removesuffix('/0')}/1",
        "TAVOLO_WEBHOOK_PRIVATE_HOSTS": receiver.name,
    }
    with ExitStack() as stack:
        address = postgres_server.address(own)
        yield Site(stack, variables | changed, tmp_path, database=address, web_servers=3, queues=QUEUES)
    postgres_server.drop(own)


def test_nothing_is_lost_or_done_twice_when_a_worker_is_killed(three, receiver):
    def found():
        return json.loads(three.console.run(DRAWN.format(rounds=rounds)))

    with playing(three) as log:
        rounds = json.loads(three.console.run(HOOKED.format(address=receiver.endpoint(), draws=DRAWS)))
        three.workers[0].kill()
        killed = time.monotonic()
        until(lambda: found()["drafts"] == DRAWS, 120)
    # what a killed worker had taken is free again after a minute
    until(lambda: found()["stale"] == found()["undelivered"] == 0, 120)
    print(f"drawn {time.monotonic() - killed:.1f} s later; {len(log.acknowledged)} hands; {log.said()}")
    assert found() == {"drafts": DRAWS, "drawn": [1] * DRAWS, "seats": [16] * DRAWS, "stale": 0, "undelivered": 0}
    assert log.refusals() == set()
    assert three.lost(log) == []
    assert len({headers["webhook-id"] for _path, headers, _body in receiver.taken}) == DRAWS
    assert status(f"{three.address}/readyz") == 200  # another worker draws
