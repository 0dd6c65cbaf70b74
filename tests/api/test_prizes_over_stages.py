"""…/prizes/ with `stages`: who wins by the order over all stages, computed here a second time."""

from collections import defaultdict
from datetime import timedelta

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, agreed, director_of, play
from tests.web.pages import text, told
from tests.web.papers import pages
from tournaments.actions.people.decisions import decide
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Entry, Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
AT = "tournaments/serata/"
POINTS = [[40, 0, 0, 0], [20, 10, 10, 0], [13, 9, 9, 9], [10, 10, 10, 10]]


def play_all(slug, count):
    """Play rounds of two hands each, which take all points or share them, and publish the standings."""
    tournament = Tournament.objects.get(slug=slug)
    for _round in range(count):
        round_ = a_round(tournament)
        for number, table in enumerate(round_.tables.order_by("number")):
            for hand in (1, 2):
                play(table, hand, POINTS[(number + hand + round_.number) % 4])
        rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)


@pytest.fixture
def championship(club, director):
    """Return two groups of eight, of which two each qualify for a final of four; two players have met before."""
    earlier = a_tournament(club, players=4, rounds=1, name="Earlier")
    earlier.starts_at = earlier.created_at - timedelta(days=9)
    earlier.save(update_fields=["starts_at"])
    a_round(earlier)
    final = a_tournament(club, players=16, rounds=2, tie_breaks=["table_wins", "clean_hands"])
    director.post(AT + "groups/", {"groups": 2, "last": 2, "carry": "all"})
    groups = [each.slug for each in Tournament.objects.get(pk=final.pk).stage.sources.order_by("pk")]
    for slug in groups:
        play_all(slug, 2)
    assert director.post(AT + "stage/fill/").status_code == 200
    return groups


def rows_of(anybody, slugs):
    return {slug: anybody.get(f"tournaments/{slug}/standings/").json()["rows"] for slug in slugs}


@pytest.mark.slow
def test_prizes_go_by_the_order_over_all_stages(director, anybody, club, championship):
    groups, everything = championship, [*championship, "serata"]
    of_group = list(Tournament.objects.get(slug=groups[0]).entries.order_by("number"))
    juniors = [of_group[0].pk, of_group[3].pk, of_group[7].pk]
    declared = {
        "place": ["Gold", "Silver", "Bronze", "Wood", "Tin"],
        "categories": [{"name": "Juniors", "prizes": ["Book", "Pen"], "entries": juniors}],
        "rounds": [{"round": 1, "prizes": ["Cup"]}, {"round": 4, "prizes": ["Wine"]}],
        "clean_hands": ["Cards"],
        "newcomers": ["Chocolate"],
        "ties": "lot",
        "stages": True,
    }
    assert director.put(AT + "prizes/", declared).status_code == 200
    assert {tuple(each["winners"]) for each in anybody.get(AT + "prizes/").json()["prizes"]} == {()}
    play_all("serata", 2)
    rows = rows_of(anybody, everything)
    order = anybody.get(AT + "stages/").json()["order"]
    place = {each["name"]: each["place"] for each in order}
    shown = anybody.get(AT + "prizes/").json()
    assert (shown["final"], shown["stages"], "declared" in shown) == (True, True, False)
    names = {row["entry"]: row["name"] for listed in rows.values() for row in listed}
    won = defaultdict(list)
    for each in shown["prizes"]:
        (winner,) = each["winners"]
        won[each["title"].partition(",")[0]].append(names[winner])
    assert [place[won[f"Place {number}"][0]] for number in range(1, 6)] == [each["place"] for each in order[:5]]
    young = {names[pk] for pk in juniors}
    assert {*won["Juniors"]} < young
    assert [place[name] for name in won["Juniors"]] == sorted(place[name] for name in young)[:2]
    for number, slugs, round_ in ((1, groups, 1), (4, ["serata"], 2)):
        scores = {
            row["name"]: float(each["score"])
            for slug in slugs
            for row in rows[slug]
            for each in row["rounds"]
            if each["round"] == round_
        }
        (best,) = won[f"Best of round {number}"]
        assert scores[best] == min(scores.values())
    clean = defaultdict(int)
    for listed in rows.values():
        for row in listed:
            clean[row["name"]] += int(row["counts"].get("clean_hands", row["tie_breaks"]["clean_hands"]))
    assert clean[won["Most clean hands"][0]] == max(clean.values())
    known = {entry.name for entry in club.tournaments.get(slug="earlier").entries.all()}
    newcomers = [each["name"] for each in order if each["name"] not in known]
    assert place[won["Best newcomer"][0]] == place[newcomers[0]]
    paper = " ".join(pages(director.get(AT + "paper/prizes/")))
    assert paper.index("Chocolate") < paper.index("Book") < paper.index("Silver") < paper.index("Gold")
    assert verify(Tournament.objects.get(slug="serata")).findings == ()


@pytest.mark.slow
def test_a_disqualified_finalist_wins_nothing_by_the_place_in_a_group(director, championship):
    play_all("serata", 2)
    assert director.put(AT + "prizes/", {"place": list("ABCD"), "stages": True}).status_code == 200
    before = director.get(AT + "stages/").json()["order"]
    out = Tournament.objects.get(slug="serata").entries.get(name=before[0]["name"])
    agreed(director_of(out.tournament), lambda by: decide(out, "disqualified", reason="Cheated", by=by))
    standings.refresh(out.tournament_id)
    order = director.get(AT + "stages/").json()["order"]
    assert (len(before), {each["name"] for each in before} - {each["name"] for each in order}) == (16, {out.name})
    level = [each for each in order if each["place"] == 4]
    entries = Entry.objects.filter(tournament__slug__in=championship, name__in=[each["name"] for each in level])
    last = director.get(AT + "prizes/").json()["prizes"][3]
    assert sorted(last["winners"]) == sorted(entries.values_list("pk", flat=True))


@pytest.mark.slow
def test_winners_are_shown_once_all_stages_are_over_and_public(director, anybody, client, championship):
    assert director.put(AT + "prizes/", {"place": ["Gold"], "stages": True}).status_code == 200

    def winners(caller):
        return [each["winners"] for each in caller.get(AT + "prizes/").json()["prizes"]]

    stages, page = reverse("stages", args=["serata"]), reverse("tournament", args=["serata"])
    play_all("serata", 1)
    assert winners(anybody) == [[]]
    assert len(winners(director)[0]) == 1
    play_all("serata", 1)
    assert winners(anybody) == winners(director)
    assert "Gold" in text(client.get(stages))
    assert "Gold" not in text(client.get(page))  # it changes with other tournaments
    Tournament.objects.filter(slug=championship[0]).update(visibility="private")
    assert winners(anybody) == [[]]
    assert "Gold" not in text(client.get(stages))
    assert len(winners(director)[0]) == 1


@pytest.mark.slow
def test_rounds_and_entries_of_all_stages_may_win_and_no_others(director, club, championship):
    other = a_tournament(club, players=4, name="Other")
    wrong = {
        "categories": [{"name": "Juniors", "entries": [other.entries.first().pk]}],
        "rounds": [{"round": 5, "prizes": ["Cup"]}],
        "stages": True,
    }
    found = faults(director.put(AT + "prizes/", wrong))
    assert found == [("/categories/0/entries/0", "not_found"), ("/rounds/0/round", "out_of_range")]
    assert codes(director.put("tournaments/other/prizes/", {"stages": True}), 422) == ["one_stage"]
    assert codes(director.put("tournaments/other/prizes/", {"stages": 1}), 422) == ["wrong_type"]


@pytest.mark.slow
def test_the_form_marks_each_player_once_over_all_stages(club, championship):
    from django.test import Client

    directing, where = Client(), reverse("prizes", args=["serata"])
    directing.force_login(club.memberships.get(role="owner").user)
    sent = {"place": "Gold", "categories": "Juniors: Book", "several": "on", "stages": "on"}
    assert told(directing.post(where, sent, follow=True)) == ["The prizes were saved."]
    page = directing.get(where)
    assert len(page.context["entries"]) == 16
    final = Tournament.objects.get(slug="serata")
    finalist = final.entries.first()
    listed = next(each for each in page.context["entries"] if each.name == finalist.name)
    assert listed.tournament_id != final.pk
    directing.post(where, {**sent, "member-0": listed.pk})
    assert Tournament.objects.get(slug="serata").prizes["categories"][0]["entries"] == [listed.pk]
    here = {name: value for name, value in sent.items() if name != "stages"}
    directing.post(where, {**here, "member-0": listed.pk})
    stored = Tournament.objects.get(slug="serata").prizes
    assert ("stages" in stored, stored["categories"][0]["entries"]) == (False, [finalist.pk])


@pytest.mark.slow
def test_the_sheet_names_a_single_round_of_a_stage_as_such(director, championship):
    for slug, number in ((championship[0], 3), ("serata", 1)):
        sent = director.patch(f"tournaments/{slug}/", {"rounds": number}, headers={"If-Match": "*"})
        assert sent.status_code == 200
    assert (
        director.put(AT + "prizes/", {"rounds": [{"round": 1, "prizes": ["Cup"]}], "stages": True}).status_code == 200
    )
    sheet = " ".join(pages(director.get(AT + "paper/prizes/")))
    assert "Rounds 1 to 3: Serata – A, Serata – B. Round 4: Serata." in sheet
