"""No secret is in any output of a running Tavolo: logs at DEBUG, events, metrics and reports to Sentry."""

import gzip
import json
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request

import pytest

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
PASSWORD = "TreCapre-nel-prato9"
PIN = "0742"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
OPEN_DOORS = """
import json
from tests.halls import a_club, a_round, a_tournament
from tournaments.actions.at_table import keys, lasting_pins, table_sessions
from tournaments.actions.screens import opening
from tournaments.actions.setup import memberships, signing_in
from tournaments.actions.webhooks import webhooks
club = a_club()
owner = club.memberships.get().user
tournament = a_round(a_tournament(club, visibility="link")).tournament
card = keys.cards(tournament, [1])[0]
player = lasting_pins.give_lasting_pin(tournament.entries.first().players.first())
print(json.dumps({
    "link": tournament.link_key,
    "invitation": memberships.invite(club=club, role="scorer", by=owner),
    "screen": opening.open_screen("hall").secret,
    "card": card.secret,
    "table": table_sessions.open_by_secret(card.secret, device="phone").secret,
    "own page": lasting_pins.own_page_secret(player),
    "token": signing_in.create_token(user=owner, name="scoreboard", scope="manage")[1],
    "webhook": webhooks.create_webhook(club, address="http://127.0.0.1:9/", events=["round.published"])[1],
    "slug": tournament.slug, "player": player.pk,
}))
"""
ADDRESSES = (  # as they are printed, and mistyped
    "/welcome/{}/",
    "/invitations/{}/",
    "/invitation/{}/",
    "/new-password/MQ/{}/",
    "/tv/{}/",
    "/tv/{}/news/",
    "/tv{}",
    "/players/{player}/own/{}/",
    "/tournaments/{slug}~{}/",
    "/api/v1/tournaments/{slug}~{}/",
    "/api/v1/tournaments/{slug}/{}",
    "/{}/",
    "/?secret={}",
    "/nowhere/?next={}",
    "/api/v1/clubs/?token={}",
    "/t/{slug}?k={}",
)
BODIES = (
    ("/sign-in/", "application/x-www-form-urlencoded", "username={0}&password={0}"),
    ("/t/{slug}/open", "application/x-www-form-urlencoded", "secret={0}&code={0}&pin={0}"),
    ("/api/v1/clubs/", "application/json", '{{"name": "{0}", "pin": "{0}"}}'),
    ("/api/v1/clubs/", "application/json", '{{"cut": "{0}'),
)


def reports_to(receiver):
    """Return what was sent to a program that accepts reports as Sentry does."""
    return [gzip.decompress(body).decode() for _path, _headers, body in receiver.taken]


def faults(receiver):
    """The type of exception in each report: the last line of an envelope has the event."""
    events = [json.loads(report.splitlines()[2]) for report in reports_to(receiver)]
    return [event["exception"]["values"][-1]["type"] for event in events if "exception" in event]


def send(running, path, body=None, **headers):
    """The status of the answer, and its headers."""
    path = urllib.parse.quote(path, safe="/?=&~%:")
    request = urllib.request.Request(running.address + path, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers


def send_everywhere(running, secret, places):
    """Send a secret in addresses, bodies and headers; the statuses of the answers."""
    # A PIN in the place of a name looks like a name.
    addresses = ADDRESSES if secret == PIN else (*ADDRESSES, "/tournaments/{slug}-{}/")
    statuses = [send(running, address.format(secret, **places))[0] for address in addresses]
    for path, kind, body in BODIES:
        typed = body.format(secret).encode()
        statuses.append(send(running, path.format(**places), typed, **{"Content-Type": kind})[0])
    headers = [{"Authorization": f"{scheme} {secret}"} for scheme in ("Bearer", "Table", "Basic")]
    headers += [{"Cookie": f"sessionid={secret}", "Referer": f"{running.address}/welcome/{secret}/"}]
    return [*statuses, *(send(running, "/api/v1/clubs/", **each)[0] for each in headers)]


def send_all(running, secrets, places):
    """Send every secret everywhere; the statuses of the answers."""
    return {status for secret in secrets.values() for status in send_everywhere(running, secret, places)}


def test_no_secret_is_in_logs_events_metrics_or_reports(serve, receiver):
    port = free_port()
    running = serve(
        TAVOLO_LOG_LEVEL="DEBUG",
        TAVOLO_METRICS=str(port),
        TAVOLO_WEBHOOK_PRIVATE_HOSTS="127.0.0.1:9",
        TAVOLO_SENTRY_DSN=f"http://key@{receiver.name}/1",
    )
    doors = json.loads(running.run(OPEN_DOORS))
    places = {name: doors.pop(name) for name in ("slug", "player")}
    links = {"owner": running.said[1].split()[-3], "reset": running.manage("reset_password", "dora")}
    secrets = {**doors, **{name: link.rstrip("/").rsplit("/")[-1] for name, link in links.items()}}
    secrets |= {"password": PASSWORD, "PIN": PIN}
    whole = send_all(running, secrets, places)
    break_tables(running)
    broken = send_all(running, secrets, places)
    assert ({200, 404} <= whole, 500 in broken) == (True, True)
    until(lambda: "OperationalError" in faults(receiver))
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as metrics:
        outputs = {"metrics": metrics.read().decode()}
    running.stop()
    outputs |= {
        "standard output": running.process.stdout.read(),
        "standard error": running.complaints.read_text(),
        "events": (running.data_dir / "events.jsonl").read_text(),
        "reports": "\n".join(reports_to(receiver)),
    }
    for name, seen in (("metrics", "tv/<slug:secret>/"), ("standard error", "Traceback"), ("events", '"refused"')):
        assert seen in outputs[name]
    assert {name: found for name, secret in secrets.items() if (found := lines_with(secret, outputs))} == {}


def lines_with(secret, outputs):
    """The first line with this secret in each output."""
    lines = ((where, line) for where, said in outputs.items() for line in said.splitlines() if in_(secret, line))
    return dict(reversed(list(lines)))


def in_(secret, said):
    """Whether the secret is there; four digits of a longer number, or a part of a task's UUID, are not the PIN."""
    return re.search(rf"(?<![\w.]){PIN}(?!\w)", UUID.sub("", said)) if secret == PIN else secret in said


def break_tables(running):
    """Make reading some tables fail as a fault of the program does: each has its columns, so it is no old version."""
    with sqlite3.connect(running.data_dir / "tavolo.sqlite3") as database:
        for table in ("invitation", "user", "tournament", "screen"):
            names = [name for (name,) in database.execute(f"SELECT name FROM pragma_table_info('tournaments_{table}')")]
            database.execute(f"ALTER TABLE tournaments_{table} RENAME TO away_{table}")
            database.execute(f"CREATE TABLE tournaments_{table} AS SELECT id FROM away_{table}")
            for name in names[1:]:
                fault = f"{name} GENERATED ALWAYS AS (json('{{' || id))"
                database.execute(f"ALTER TABLE tournaments_{table} ADD COLUMN {fault}")
