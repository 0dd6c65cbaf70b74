"""Whole championships through the API, with ties at every cut, a walk-out and a correction behind the cut."""

import json
from urllib.parse import quote

import pytest

from tests.actions import test_open_format as open_format
from tests.halls import a_tournament
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

from .caller import codes
from .test_stages import going

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ANY = {"If-Match": "*"}
LEVEL, ALL = [10, 10, 10, 10], 40
KNOCK_OUT = {"pairing": "knock-out", "going_on": 2, "cut_ties": "lot", "table": {"hands": 1}}
GROUP = {"pairing": "random", "rounds": 2}
SIZES = [
    # players, groups, how many of each go on, what decides between those level
    (5, 1, 4, "lot"),
    (16, 2, 4, "decide"),
    (37, 3, 4, "lot"),
    (100, 4, 5, "decide"),
    (128, 8, 8, "lot"),
]


@pytest.mark.parametrize(("players", "groups", "best", "ties"), SIZES, ids=str)
def test_a_championship_from_groups_to_the_final(director, club, players, groups, best, ties):
    final, sources = championship(director, club, players, groups, best, ties)
    for slug in sources:
        for _round in range(2):
            play(director, slug)
    finalists = fill(director, final, groups * best)
    if ties == "lot":
        assert {each["name"] for each in finalists} == drawn_by_lot(sources, best)
    walk_out(director, final, finalists)
    playing = {entry["entry"] for entry in comers(director, final) if entry["status"] == "active"}
    first = play(director, final)
    assert {*people(first)} <= playing  # of a game of four, in the final too
    correct(director, sources[0], final, finalists[1:])
    rounds = 1
    while read(final).status != "finished":
        withdraw_somebody(director, final, first) if rounds == 1 and groups > 1 else None
        following = play(director, final)
        assert len(following["tables"]) <= max(1, len(first["tables"]))
        rounds += 1
    order = director.get(f"tournaments/{final}/stages/").json()
    assert (order["provisional"], len(order["order"])) == (False, players)
    assert len({each["name"] for each in order["order"]}) == players
    places = [each["place"] for each in order["order"]]
    assert places == sorted(places)
    assert places[0] == 1
    for slug in (final, *sources):
        assert verify(read(slug)).findings == ()
        assert open_format.faults(json.loads(open_format.written(read(slug)))) == []
        for number in range(1, read(slug).rounds.count() + 1):
            assert director.post(f"tournaments/{slug}/rounds/{number}/replay/").json()["replay"]["same"] is True


def drawn_by_lot(sources, best):
    """Return who qualifies from each group, computed independently of the program."""
    lot = read(sources[0]).lot_seed
    return {name for slug in sources for name in going(read(slug), best, lot)}


def championship(director, club, players, groups, best, ties):
    """The final and the groups, declared; five players are one group."""
    declared = {"last": best, "carry": "share", "share": 50, "ties": ties}
    if groups == 1:
        a_tournament(club, players=players, name="Serata", table={"hands": 1}, **GROUP)
        a_tournament(club, players=0, name="Finale", rounds=1, table={"hands": 1})
        assert director.put("tournaments/finale/stage/", {"sources": ["serata"], **declared}).status_code == 200
        return "finale", ["serata"]
    a_tournament(club, players=players, name="Serata", **KNOCK_OUT)
    split = director.post("tournaments/serata/groups/", {"groups": groups, "pots": "lot", **declared})
    assert split.status_code == 200, split.content
    sources = split.json()["follows"]["sources"]
    for slug in sources:
        assert director.patch(f"tournaments/{slug}/", GROUP, headers=ANY).status_code == 200
    return "serata", sources


def read(slug):
    return Tournament.objects.get(slug=slug)


def people(round_):
    return [entry for table in round_["tables"] for entry in table]


def play(director, slug):
    """Draw, publish, play and close a round in which all are level at every table; return it."""
    where = f"tournaments/{slug}/rounds/"
    draft = director.post(where, {"seed": 7})
    assert draft.status_code == 201, draft.content
    at = f"{where}{draft.json()['number']}/"
    assert director.post(at + "publish/").status_code == 200
    round_ = director.get(at).json()
    hands = [{"lines": [{"points": points} for points in LEVEL]}]
    results = [{"table": number, "hands": hands} for number in range(1, len(round_["tables"]) + 1)]
    assert director.put(at + "results/", {"tables": results}).status_code == 200
    assert director.post(at + "close/", {}).status_code == 200
    standings.refresh(read(slug).pk)
    return round_


def comers(director, final):
    entries = director.get(f"tournaments/{final}/entries/?limit=200").json()["results"]
    return [{"entry": each["id"], "status": each["status"]} for each in entries]


def fill(director, final, count):
    """Enter those who qualify by the rule; if the director decides, the first of each list of those level."""
    taking = director.get(f"tournaments/{final}/stage/").json()
    level = [each for each in taking["players"] if each["verdict"] == "level"]
    if level:
        undecided = ["undecided"] * len({each["stage"] for each in level})
        assert codes(director.post(f"tournaments/{final}/stage/fill/"), 409) == undecided
    named = []
    for slug in {each["stage"] for each in level}:
        going = sum(each["goes"] for each in taking["players"] if each["stage"] == slug)
        rest = [each["entry"] for each in level if each["stage"] == slug]
        named += rest[: count // len({each["stage"] for each in level}) - going]
    answer = director.post(f"tournaments/{final}/stage/fill/", {"named": named})
    assert answer.status_code == 200, answer.content
    came = [each for each in answer.json()["players"] if each["entered"]]
    assert len(came) == count
    assert all(each["verdict"] == "lot" or each["named"] or each["verdict"] == "goes" for each in came)
    return came


def walk_out(director, final, finalists):
    """Withdraw an entry before the final: the next of the same group is entered, or nobody is left."""
    before = {each["entry"] for each in finalists}
    after = director.post(f"tournaments/{final}/stage/replace/", {"entry": finalists[0]["entered"]}).json()
    assert after["has_changed"] is False
    left = next(each for each in after["players"] if each["entry"] == finalists[0]["entry"])
    assert (left["status"], left["verdict"]) == ("withdrawn", "out")
    waiting = any(each["verdict"] == "level" and not each["named"] for each in after["players"])
    new = [each for each in after["players"] if each["entered"] and each["entry"] not in before]
    assert [each["stage"] for each in new] == [] if waiting else [finalists[0]["stage"]]
    if waiting:
        (one, *_others) = [each["entry"] for each in after["players"] if each["verdict"] == "level"]
        assert director.post(f"tournaments/{final}/stage/fill/", {"named": [one]}).status_code == 200


def correct(director, group, final, finalists):
    """Correct a finalist's hand during the final: it must be confirmed and recorded, and the final stays the same."""
    before = comers(director, final)
    tables = director.get(f"tournaments/{group}/rounds/1/").json()["tables"]
    ours = {each["entry"] for each in finalists if each["stage"] == group}
    number, seats = next((number, seats) for number, seats in enumerate(tables, 1) if ours.intersection(seats))
    at = f"tournaments/{group}/rounds/1/tables/{number}/hands/1/"
    hand = director.get(at)
    loser = next(seat for seat, entry in enumerate(seats) if entry in ours)
    points = [ALL if seat == (loser + 1) % len(seats) else 0 for seat in range(len(seats))]
    body = {"lines": [{"points": each} for each in points], "reason": "Misread"}
    headers = {"If-Match": hand["ETag"]}
    asked = director.put(at, body, headers=headers)
    assert codes(asked, 409) == ["changes_published_standings"], asked.content
    agreed = {**headers, "Agreed": asked.json()["agreement"], "Agreed-Reason": quote("Misread")}
    assert director.put(at, body, headers=agreed).status_code == 200
    standings.refresh(read(group).pk)
    assert comers(director, final) == before
    told = director.get(f"tournaments/{final}/stage/").json()
    assert told["has_changed"] is True


def withdraw_somebody(director, final, first):
    """Withdraw a player who qualifies from the first table of the knock-out before the next round."""
    at = f"tournaments/{final}/entries/{first['tables'][0][0]}/"
    assert director.patch(at, {"status": "withdrawn"}, headers=ANY).status_code == 200
