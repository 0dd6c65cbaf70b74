"""Recorded refusals keep their status, place and code."""

import html
import json
import re
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client

from scoring import json_lines, registry, wire
from scoring.ruleset import OPEN_END
from tests.api.caller import Caller
from tests.halls import a_club, a_round, a_tournament, by, play
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Entry
from tournaments.pairing import wire as draws

pytestmark = pytest.mark.django_db
RECORDED = Path(__file__).parent / "data" / "recorded" / "refusals.jsonl"
"""A request a line: road, address, what is sent, then the status with each fault's place, code and
message, then for some the messages in other languages. `$3` is the third entry of serata, `$games` are all games."""
COMMANDS = {"score": wire.answer, "pair": draws.answer}


@pytest.fixture
def owner(db):
    """The owner of a club with the tournament serata in play, and one of each other game."""
    cache.clear()
    club = a_club()
    owner = club.memberships.get(role="owner").user
    play(a_round(a_tournament(club)).tables.get(number=1))
    for game in registry.RULESETS[1:]:
        table = {"hands": 3} if game.needs_end and game.usual_table == OPEN_END else {}
        made = a_tournament(club, 0, name=game.slug, ruleset=game.slug, table=table)
        sides = made.rules.sides[0]
        people = [
            Candidate(names=tuple(f"{side}{partner}" for partner in "AB"[: made.entry_size]))
            for side in range(sides * game.seats_per_side(made.options) // made.entry_size)
        ]
        registration.register(made, people, by=by(owner))
        a_round(made)
    return owner


@pytest.fixture
def ask(owner):
    """Ask as it is recorded: the status, and each fault as place, code and message."""
    ids = Entry.objects.filter(tournament__slug="serata").order_by("number")
    names = {f"${place}": str(pk) for place, pk in enumerate(ids.values_list("pk", flat=True), 1)}

    def in_hall(text):
        return re.sub(r'"?(\$\d)"?', lambda found: names[found[1]], text)

    def ask(road, where, body, language="en"):
        if road in COMMANDS:
            return _by_command(COMMANDS[road], body)
        sent = in_hall(json.dumps(body))
        if road == "page":
            return _by_page(owner, in_hall(where), json.loads(sent), language)
        return _by_api(owner, road, in_hall(where), sent, language)

    return ask


def _by_command(answer, body):
    response = json.loads(json_lines.answer_line(json.dumps(body), answer)).get("problems", [])
    return [200, [[p, p.pop("code"), p.pop("message")] for p in response]]


def _by_page(owner, where, sent, language):
    browser = Client(headers={"Accept-Language": language})
    browser.force_login(owner)
    response = browser.post(where, sent)
    listed = re.search(r'<div class="faults".*?</div>', response.content.decode(), re.S)
    faults = re.findall(r"<(?:li|p)[^>]*>(.*?)</(?:li|p)>", listed[0]) if listed else []
    return [response.status_code, [_on_page(fault) for fault in faults]]


def _on_page(fault):
    place = re.search('href="#([^"]*)"', fault)
    words = html.unescape(re.sub(r"<[^>]+>", "", fault)).strip()
    return [place[1] if place else "", "", words]


def _by_api(owner, method, where, sent, language):
    caller = Caller(**{"Accept-Language": language})
    caller.client.force_login(owner)
    answer = caller(method, where, raw=sent.encode())
    body = answer.json()
    faults = [[e["pointer"], e["code"], e["message"]] for e in body.get("errors", [])]
    return [answer.status_code, faults, *([body["problems"]] if "problems" in body else [])]


def recorded():
    games = ", ".join(game.slug for game in registry.RULESETS)
    return [json.loads(line) for line in RECORDED.read_text().replace("$games", games).splitlines()]


def differing(cases):
    return [(case, found) for case, expected, found in cases if found != expected]


def test_every_refusal_is_as_recorded(ask):
    cases = [(line[:3], line[3], ask(*line[:3])) for line in recorded()]
    assert len(cases) > 200
    assert differing(cases) == []


@pytest.mark.slow
def test_refusals_are_recorded_in_every_language(ask):
    cases = [
        ([*line[:3], language], messages, [fault[2] for fault in ask(*line[:3], language)[1]])
        for line in recorded()
        for language, messages in (line[4].items() if len(line) > 4 else ())
    ]
    assert {case[3] for case, _expected, _found in cases} == {"it", "es", "pt", "nl"}
    english = {fault[2] for line in recorded() for fault in line[3][1]}
    assert [case for case, messages, _found in cases if english.intersection(messages)] == []
    assert differing(cases) == []
