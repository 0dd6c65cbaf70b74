"""The age of standings, and waiting for a revision."""

import json
import urllib.request
from time import monotonic

import pytest

from tests.halls import a_round, a_table, agreed, busca, director_of, play, play_out
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.api import freshness
from tournaments.models import Tournament

STANDINGS, LIVE = "tournaments/serata/standings/", "tournaments/serata/live/"
ROUND = "tournaments/serata/rounds/1/"
HAND = ROUND + "tables/1/hands/1/"
MADE = """
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.setup.signing_in import create_token
from tournaments.models import Scope
hall = a_tournament(a_club("Circolo fresco", owner=a_user("fresco")), players=8, name="Fresca")
a_round(hall)
print(create_token(user=a_user("lettore", is_superuser=True), name="test", scope=Scope("manage"))[1])
"""


@pytest.mark.slow
def test_a_client_that_has_written_reads_its_hand(served):
    token = served.run(MADE)

    def send(address, body=None, method="GET", **headers):
        whole = f"{served.address}/api/v1/tournaments/fresca/{address}"
        asked = urllib.request.Request(whole, body, {"Content-Type": "application/json", **headers}, method=method)
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return answer.headers, json.loads(answer.read())

    for number in (1, 2):
        for table in (1, 2):
            hand = json.dumps(busca([37, 1, 1, 1])).encode()
            written, _hand = send(
                f"rounds/1/tables/{table}/hands/{number}/", hand, "PUT", Authorization=f"Bearer {token}"
            )
            revision = int(written["Tournament-Revision"])
            if table == 1:
                _headers, now = send(f"standings/?after_round=1&min_revision={revision}")
            else:
                headers, now = send("standings/?after_round=1", Prefer="wait=5")
                assert headers["Preference-Applied"] == "wait=5"
            assert (now["current"], now["revision"]) == (True, revision)
            assert sum(row["hands"] for row in now["rows"]) == 8 * (number - 1) + 4 * table


@pytest.mark.django_db
class TestAge:
    def test_later_changes_make_them_outdated(self, anybody, director, tournament):
        round_ = a_round(tournament)
        standings.refresh(tournament.pk)
        published = Tournament.objects.get().revision
        answer = director.put(HAND, busca([13, 13, 13, 1]))
        assert answer["Tournament-Revision"] == str(Tournament.objects.get().revision) == str(published + 1)
        document = anybody.get(STANDINGS).json()
        assert (document["revision"], document["current"]) == (published, False)
        standings.refresh(tournament.pk)
        document = anybody.get(STANDINGS).json()
        assert (document["revision"], document["current"]) == (published + 1, True)
        assert document["as_of"] > round_.published_at.isoformat()

    def test_every_write_to_a_tournament_tells_its_revision(self, director, tournament, anybody):
        a_round(tournament)
        play(a_table(tournament.rounds.get()))
        key = {"Idempotency-Key": "once"}
        answers = [director.post("tournaments/serata/penalties/", {"entry": 0}, headers=key)]
        assert "Tournament-Revision" not in answers.pop()  # refused
        entry = tournament.entries.first().pk
        penalty = {"entry": entry, "amount": "1", "reason": "Late"}
        answers += [director.post("tournaments/serata/penalties/", penalty, headers=key) for _twice in range(2)]
        assert {answer["Tournament-Revision"] for answer in answers} == {str(Tournament.objects.get().revision)}
        assert "Tournament-Revision" not in anybody.get(STANDINGS)

    @pytest.mark.parametrize(("taken", "patience"), [(0, 0.3), (99, 60)])
    def test_waiting_ends(self, anybody, tournament, monkeypatch, taken, patience):
        a_round(tournament)
        monkeypatch.setattr(freshness, "PATIENCE", patience)
        with_room = [freshness._waiting.acquire(blocking=False) for _thread in range(taken)]
        began = monotonic()
        answer = anybody.get(f"{STANDINGS}?min_revision={Tournament.objects.get().revision}")
        waited = monotonic() - began
        for _thread in filter(None, with_room):
            freshness._waiting.release()
        assert answer.json()["current"] is False
        assert (waited < patience) == bool(taken)

    @pytest.mark.parametrize(
        ("preference", "applied"),
        [
            ("wait=0", "wait=0"),
            ('respond-async, Wait = "0"; x', "wait=0"),
            ("wait=x", None),
            ("await=0", None),
            ("respond-async", None),
        ],
    )
    def test_the_preference_to_wait(self, anybody, tournament, monkeypatch, preference, applied):
        monkeypatch.setattr(freshness, "PATIENCE", 0)
        a_round(tournament)
        for query in ("", f"?min_revision={Tournament.objects.get().revision}"):
            answer = anybody.get(STANDINGS + query, headers={"Prefer": preference})
            assert (answer.json()["current"], answer.get("Preference-Applied")) == (False, applied)
            assert "Prefer" in answer["Vary"]
        standings.refresh(tournament.pk)
        monkeypatch.setattr(freshness, "PATIENCE", 5)
        answer = anybody.get(STANDINGS, headers={"Prefer": "wait=600"})
        assert (answer.json()["current"], answer["Preference-Applied"]) == (True, "wait=5")
        assert "Preference-Applied" not in anybody.get(STANDINGS)

    def test_who_does_not_wait_says_so(self, anybody, tournament):
        a_round(tournament)
        with_room = [freshness._waiting.acquire(blocking=False) for _thread in range(99)]
        answer = anybody.get(STANDINGS, headers={"Prefer": "wait=5"})
        for _thread in filter(None, with_room):
            freshness._waiting.release()
        assert (answer.json()["current"], "Preference-Applied" in answer) == (False, False)

    @pytest.mark.slow
    def test_provisional_is_what_the_state_says_and_leads_names_what_is_answered(self, anybody, director, tournament):
        by, seen = director_of(tournament), []

        def look():
            standings.refresh(tournament.pk)
            document, live = anybody.get(STANDINGS).json(), anybody.get(LIVE).json()
            assert live["leads"] == document["after_round"]
            assert live["standings_state"] == document["state"] == anybody.get(STANDINGS)["Standings-State"]
            seen.append((document["state"], document["provisional"], live["leads"]))

        look()
        round_ = a_round(tournament)
        play(a_table(round_))
        look()
        play_out(round_)
        look()
        rounds.close_round(round_, by=by)
        look()
        agreed(by, lambda by: rounds.reopen_round(round_, by=by))
        look()
        assert seen == [
            ("waiting", True, 0),
            ("in_play", True, 1),
            ("provisional", True, 1),
            ("settled", False, 1),
            ("provisional", True, 1),
        ]

    def test_hidden_tables_say_so(self, anybody, director, tournament):
        play(a_table(a_round(tournament)), points=[37, 1, 1, 1])
        director.post(STANDINGS + "hide/", {})
        for table in (anybody.get(ROUND + "tables/1/").json(), *anybody.get(ROUND + "tables/").json()["results"]):
            assert (table["state"], table["totals"], table["places"]) == ("hidden", [], [])
            assert (table["outstanding"], table["next_hand"], table["next_lead"]) == (None, None, None)
        shown = anybody.get(STANDINGS).json()
        assert (shown["state"], shown["after_round"], shown["rows"]) == ("hidden", 0, [])
        assert director.get(ROUND + "tables/1/").json()["state"] == "playing"
