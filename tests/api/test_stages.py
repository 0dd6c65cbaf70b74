"""stages/, stage/ and groups/: from groups to a final, with the order over all stages computed here a second time."""

import csv
import json
import random
from fractions import Fraction
from hashlib import sha256
from io import StringIO

import pytest

from tests.halls import a_member, a_round, a_tournament, agreed, busca, director_of, play
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people.registration import change_entry
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Entry, Stage, Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
AT = "tournaments/serata/"
ANY_VERSION = {"If-Match": "*"}
GROUPS = {"groups": 2, "last": 3, "carry": "share", "share": 50, "ties": "lot"}
HANDS = [[20, 10, 5, 5], [13, 9, 9, 9], [40, 0, 0, 0], [10, 10, 10, 10]]


def played(tournament, rng, count=2):
    """Play so many rounds, and publish the standings."""
    for _round in range(count):
        round_ = a_round(tournament)
        for table in round_.tables.all():
            play(table, points=rng.choice(HANDS))
        rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)
    return read(tournament)


def read(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def rows(tournament):
    return tournament.standings.order_by("-after_round").first().document["rows"]


def findings(tournament):
    return [str(each) for each in verify(read(tournament)).findings]


@pytest.fixture
def final(club):
    return a_tournament(club, players=13, rounds=2, table={"hands": 1}, tie_breaks=["table_wins"])


@pytest.mark.parametrize("body", [[], "x", 5, None, True])
def test_a_declaration_is_an_object(final, director, body):
    assert faults(director("PUT", AT + "stage/", raw=json.dumps(body))) == [("", "wrong_type")]
    assert faults(director("POST", AT + "groups/", raw=json.dumps(body))) == [("", "wrong_type")]


@pytest.fixture
def split(final, director):
    answer = director.post(AT + "groups/", GROUPS)
    assert answer.status_code == 200, answer.content
    return list(read(final).stage.sources.order_by("pk"))


def going(group, count, lot):
    """Return who qualifies from a group by place, ties at the cut by lot, computed independently of the program."""
    listed = sorted(
        (row["place"], sha256(f"{lot}:{row['entry']}".encode()).digest(), row["name"]) for row in rows(group)
    )
    return [name for _place, _lot, name in listed][:count]


@pytest.mark.slow
def test_a_championship_from_groups_to_the_final_order(director, final, split):
    rng = random.Random(5)
    groups = [played(group, rng) for group in split]
    assert sorted(group.entries.count() for group in groups) == [6, 7]
    taking = director.get(AT + "stage/").json()
    expected = [going(group, 3, groups[0].lot_seed) for group in groups]
    coming = [each for each in taking["players"] if each["goes"]]
    assert [[each["name"] for each in coming if each["stage"] == group.slug] for group in groups] == expected
    assert "The best 3 of each group qualify for Serata. Half of their points go with them." in taking["sentence"]
    filled = director.post(AT + "stage/fill/", {"seen": taking["seen"]})
    assert codes(director.post(AT + "stage/fill/", {"seen": taking["seen"]}), 412) == ["changed_meanwhile"]
    carried = {each["name"]: Fraction(each["carried_exact"]) for each in filled.json()["players"] if each["goes"]}
    scores = {row["name"]: Fraction(row["score_exact"]) for group in groups for row in rows(group)}
    assert carried == {name: scores[name] / 2 for names in expected for name in names}
    last = played(final, rng)
    sums = {row["name"]: Fraction(row["score_exact"]) for row in rows(last)}
    hands_of = {
        row["name"]: sum(Fraction(each["score"]) for each in row["rounds"] if each["round"]) for row in rows(last)
    }
    assert sums == {name: carried[name] + hands_of[name] for name in carried}
    order = director.get(AT + "stages/").json()
    assert (order["provisional"], [each["depth"] for each in order["stages"]]) == (False, [0, 0, 1])
    behind = [
        (row["place"], Fraction(row["score_exact"]), -Fraction(row["tie_breaks"]["table_wins"]), row["name"])
        for group in groups
        for row in rows(group)
        if row["name"] not in sums
    ]
    ahead = [(row["place"], row["name"]) for row in rows(last)]
    names = [name for _place, name in sorted(ahead)] + [name for *_key, name in sorted(behind)]
    places = [place for place, _name in sorted(ahead)]
    keys = [key for *key, _name in sorted(behind)]
    places += [len(ahead) + 1 + keys.index(key) for key in keys]
    assert sorted((each["place"], each["name"]) for each in order["order"]) == sorted(zip(places, names, strict=True))
    listed = list(csv.reader(StringIO(Caller().get(AT + "stages/?format=csv").content.decode())))
    assert [line[:2] for line in listed[1:]] == [[str(each["place"]), each["name"]] for each in order["order"]]
    assert [findings(each) for each in (*groups, last)] == [[], [], []]
    Stage.objects.update(last=2)
    assert len(findings(last)) == 1


def test_a_repechage_is_not_called_a_group(club, director):
    for name in ("Serata", "Repechage", "Final"):
        a_tournament(club, players=8 if name == "Serata" else 0, name=name)
    assert director.put("tournaments/repechage/stage/", {"sources": ["serata"], "first": 5}).status_code == 200
    declared = {"sources": ["serata", "repechage"], "last": 2}
    assert director.put("tournaments/final/stage/", declared).status_code == 200
    for of_each, who in ((True, "of each earlier stage"), (False, "of all earlier stages together")):
        Stage.objects.filter(last=2).update(of_each=of_each)
        assert f"The best 2 {who} qualify for Final." in director.get("tournaments/final/stage/").json()["sentence"]


@pytest.mark.slow
def test_who_leaves_before_the_final_is_replaced_and_a_correction_only_tells(director, final, split):
    rng = random.Random(8)
    groups = [played(group, rng) for group in split]
    filled = director.post(AT + "stage/fill/").json()
    first = next(each for each in filled["players"] if each["entered"] and each["stage"] == groups[0].slug)
    after = director.post(AT + "stage/replace/", {"entry": first["entered"]}).json()
    left = next(each for each in after["players"] if each["entry"] == first["entry"])
    assert (left["verdict"], left["status"], after["has_changed"]) == ("out", "withdrawn", False)
    assert sum(each["goes"] and each["entered"] is not None for each in after["players"]) == 6
    listed = list(final.entries.values_list("name", "status", "carried"))
    table = groups[1].rounds.get(number=1).tables.first()
    version = table.hands.current().get().version
    points = [0, 0, 0, 40] if table.seats.count() == 4 else [0, 0, 40]
    corrected = HandInput(number=1, tally=busca(points), replaces=version, reason="Misread")
    agreed(director_of(final), lambda by: hands.record(table, corrected, by=by))
    standings.refresh(groups[1].pk)
    told = director.get(AT + "stage/").json()
    assert not told["has_room"]
    assert (told["has_changed"], list(final.entries.values_list("name", "status", "carried"))) == (True, listed)
    undone = director.post(AT + "undo/", {"line": read(final).ledger_length})
    assert (undone.status_code, final.entries.count()) == (200, len(listed) - 1)
    assert findings(final) == []


@pytest.mark.slow
def test_what_is_refused_says_what_to_do(club, director, final, split):
    assert codes(director.post(AT + "stage/fill/"), 409) == ["still_played"]
    refused = director.post(AT + "groups/", GROUPS)
    assert codes(refused, 409) == ["follows"]
    assert "Split the players there." in refused.json()["detail"]
    slugs = [group.slug for group in split]
    wrong = {"sources": [slugs[0], "serata"], "first": 0, "share": 100, "carry": "share", "ties": "dice", "who": 1}
    assert sorted(faults(director.put(AT + "stage/", wrong, headers=ANY_VERSION))) == [
        ("/first", "not_a_place"),
        ("/share", "out_of_range"),
        ("/sources/1", "not_a_choice"),
        ("/ties", "not_a_choice"),
        ("/who", "unknown_field"),
    ]
    assert faults(director.put(AT + "stage/", {"sources": slugs, "last": 9}, headers=ANY_VERSION)) == [
        ("/last", "cut_too_large")
    ]
    assert faults(director.put(AT + "stage/", {"sources": slugs, "last": 1}, headers=ANY_VERSION)) == [
        ("/last", "too_few")
    ]
    vain = {"sources": slugs, "carry": "nothing", "share": "half", "bonus": "3, 2"}
    assert sorted(faults(director.put(AT + "stage/", vain, headers=ANY_VERSION))) == [
        ("/bonus", "wrong_type"),
        ("/share", "out_of_range"),
    ]
    circle = director.put(f"tournaments/{slugs[0]}/stage/", {"sources": ["serata"]})
    assert codes(circle, 422) == ["circle"]
    few = a_tournament(club, players=7, name="Poche")
    assert faults(director.post(f"tournaments/{few.slug}/groups/", {"groups": 3})) == [("/groups", "too_few")]
    assert codes(Caller(a_member(club, "sam", "scorer")).post(AT + "stage/fill/"), 403) == ["forbidden"]


@pytest.mark.slow
def test_those_level_wait_for_the_director_or_all_go_on(director, final, split):
    for group in split:
        for _number in range(2):
            round_ = a_round(group)
            for table in round_.tables.all():
                play(table, points=HANDS[3])
            rounds.close_round(round_, by=director_of(group))
        standings.refresh(group.pk)
    slugs = [group.slug for group in split]
    more = director.put(AT + "stage/", {"sources": slugs, "last": 3, "ties": "all"}, headers=ANY_VERSION).json()
    assert {each["verdict"] for each in more["players"] if each["place"]} == {"goes"}
    decide = {"sources": slugs, "last": 3, "ties": "decide"}
    waits = director.put(AT + "stage/", decide, headers=ANY_VERSION).json()
    level = [each["entry"] for each in waits["players"] if each["verdict"] == "level"]
    chosen = [*level[:3], *level[-3:]]
    filled = director.post(AT + "stage/fill/", {"named": chosen, "seen": waits["seen"]}).json()
    assert [each["entry"] for each in filled["players"] if each["goes"]] == chosen
    rest = director.put(AT + "stage/", {"sources": slugs}, headers=ANY_VERSION)
    assert codes(rest, 409) == ["filled"]
    change_entry(split[0].entries.first(), {"status": Entry.Status.WITHDRAWN}, by=director_of(final))
    assert findings(final) == []


@pytest.mark.slow
def test_groups_are_undone_while_none_is_drawn(director, final, split):
    line = read(final).ledger.get(kind="groups_made").sequence
    undone = director.post(AT + "undo/", {"line": line})
    assert (undone.status_code, final.entries.count(), Tournament.objects.count()) == (200, 13, 1)
    assert (read(final).championship, findings(final)) == (None, [])
    director.post(AT + "groups/", GROUPS)
    a_round(read(final).stage.sources.first())
    line = read(final).ledger.filter(kind="groups_made").last().sequence
    assert codes(director.post(AT + "undo/", {"line": line}), 409) == ["already_drawn"]


@pytest.mark.slow
def test_a_list_that_came_in_is_split_by_naming_the_players_of_each_group(club, director):
    first = played(a_tournament(club, players=12, rounds=1, table={"hands": 1}), random.Random(3), 1)
    a_tournament(club, players=0, name="Finale")
    director.put("tournaments/finale/stage/", {"sources": ["serata"], "last": 8, "carry": "all"})
    filled = director.post("tournaments/finale/stage/fill/").json()["players"]
    refused = director.post("tournaments/finale/groups/", {"groups": 2, "last": 2})
    assert codes(refused, 409) == ["follows"]
    assert "Undo their entry; then plan a next stage of Serata for each group" in refused.json()["detail"]
    line = {"line": Tournament.objects.get(slug="finale").ledger_length}
    assert director.post("tournaments/finale/undo/", line).status_code == 200
    coming = [each for each in filled if each["goes"]]
    for at, slug in enumerate(("gruppo-1", "gruppo-2")):
        a_tournament(club, players=0, name=f"Gruppo {at + 1}", rounds=1, table={"hands": 1})
        director.put(f"tournaments/{slug}/stage/", {"sources": ["serata"], "last": 0, "carry": "all"})
        named = {"named": [each["entry"] for each in coming[at::2]]}
        answer = director.post(f"tournaments/{slug}/stage/fill/", named)
        assert answer.status_code == 200, answer.content
        carried = {each["name"]: each["carried"] for each in answer.json()["players"] if each["goes"]}
        assert carried == {each["name"]: each["carried"] for each in coming[at::2]}
    both = {"sources": ["gruppo-1", "gruppo-2"], "last": 2}
    assert director.put("tournaments/finale/stage/", both, headers=ANY_VERSION).status_code == 200
    for slug in ("gruppo-1", "gruppo-2"):
        played(Tournament.objects.get(slug=slug), random.Random(3), 1)
    assert director.post("tournaments/finale/stage/fill/").status_code == 200
    assert read(first).championship == Tournament.objects.get(slug="finale").championship


@pytest.mark.slow
def test_who_is_on_the_list_already_is_not_let_in_again(director, final, split):
    groups = [played(group, random.Random(8)) for group in split]
    filled = director.post(AT + "stage/fill/").json()
    first = next(each for each in filled["players"] if each["entered"] and each["stage"] == groups[0].slug)
    director.post(AT + "stage/replace/", {"entry": first["entered"]})
    again = director.post(AT + "stage/fill/", {"named": [first["entry"]]})
    assert faults(again) == [("/named", "duplicate_entry")]


@pytest.mark.slow
def test_a_finalist_with_a_substitute_is_not_entered_a_second_time(director, final, split):
    groups = [played(group, random.Random(8)) for group in split]
    coming = director.post(AT + "stage/fill/").json()["players"]
    replaced = next(each for each in coming if each["entered"] and each["stage"] == groups[0].slug)
    out = next(each for each in coming if not each["goes"] and each["stage"] == groups[0].slug)
    for who in ({"name": "Zoe"}, {"player": Entry.objects.get(pk=out["entry"]).players.get().pk}):
        answer = director.post(AT + f"entries/{replaced['entered']}/substitute/", who)
        assert answer.status_code == 200, answer.content
        shown = director.get(AT + "stage/").json()
        assert (shown["has_changed"], shown["has_room"]) == (False, False)
        (one,) = [each for each in shown["players"] if each["entry"] == replaced["entry"]]
        assert (one["goes"], one["entered"]) == (True, replaced["entered"])
        assert codes(director.post(AT + "stage/fill/"), 409) == ["nobody_left"]
    director.post(AT + "stage/replace/", {"entry": replaced["entered"]})
    shown = director.get(AT + "stage/").json()
    assert sum(each["goes"] and each["status"] == "active" for each in shown["players"]) == 6
    assert (shown["has_changed"], findings(final)) == (False, [])


@pytest.mark.slow
def test_a_place_is_free_while_somebody_has_left(director, final, split):
    for group in split:
        played(group, random.Random(8))
    director.post(AT + "stage/fill/")
    first = final.entries.first()
    for status, room in ((Entry.Status.WITHDRAWN, True), (Entry.Status.ACTIVE, False)):
        change_entry(first, {"status": status}, by=director_of(final))
        shown = director.get(AT + "stage/").json()
        assert (shown["has_changed"], shown["has_room"]) == (room, room)
