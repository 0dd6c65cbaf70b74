"""Pages of other sites: each reads public data, and the permitted sites also write."""

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

EVENING = """
import json
from tests.halls import a_tournament, director_of
from tournaments.actions.setup.signing_in import create_token
from tournaments.models import Scope
tournament = a_tournament(visibility="public")
_token, secret = create_token(user=director_of(tournament).user, name="federation", scope=Scope.MANAGE)
print(json.dumps([tournament.slug, secret]))
"""
CALL = """
const [address, options, done] = arguments;
fetch(address, options).then(
    (answer) => done([answer.status, answer.headers.get("ETag")]),
    () => done(["not permitted", null]),
);
"""
FOLLOW = """
const [address, done] = arguments;
const events = new EventSource(address);
events.onopen = () => { events.close(); done("open"); };
events.onerror = () => { events.close(); done("refused"); };
"""


@pytest.fixture
def sites(tmp_path):
    """The addresses of two other sites, each an empty page."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Federation</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield [f"http://{host}:{server.server_port}" for host in ("127.0.0.1", "localhost")]
        server.shutdown()


def test_pages_of_other_sites_read_and_one_that_may_writes(serve, sites, browser):
    permitted, other = sites
    tavolo = serve(TAVOLO_API_ORIGINS=permitted)
    slug, secret = json.loads(tavolo.run(EVENING))
    tournament = f"{tavolo.address}/api/v1/tournaments/{slug}/"
    token = {"Authorization": f"Bearer {secret}"}
    entry = {"method": "POST", "headers": {**token, "Content-Type": "application/json"}, "body": '{"name": "Anna"}'}

    def call(where, **options):
        return browser.execute_async_script(CALL, tournament + where, options)

    for site, may in ((permitted, True), (other, False)):
        browser.get(site)
        status, tag = call("rounds/")  # the worker changes nothing in it
        assert (status, tag is not None) == (200, True)
        assert call("rounds/", headers={"If-None-Match": tag}, cache="no-store")[0] == 304
        assert browser.execute_async_script(FOLLOW, f"{tournament}events/") == "open"
        assert call("entries/", headers=token)[0] == (200 if may else "not permitted")
        assert call("entries/", **entry)[0] == (201 if may else "not permitted")
    assert tavolo.run("from tournaments.models import Entry; print(Entry.objects.filter(name='Anna').count())") == "1"
