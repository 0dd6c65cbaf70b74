"""Every game played to its end through the API alone."""

import json
import urllib.error
import urllib.request
import uuid
from fractions import Fraction

import pytest

from tests.api.caller import Caller
from tests.fixtures.serving import until
from tests.games.evenings import CASES, EACH_METHOD, SHORT
from tests.games.plain import reckoned_places, reckoned_scores
from tests.halls import a_user
from tournaments.actions import sweep


class Inside:
    """The API of this process; standings are refreshed by hand."""

    def __init__(self):
        self.caller = Caller(a_user("host", is_superuser=True))

    def __call__(self, method, path, data=None):
        answer = self.caller(method, path, data)
        return answer.status_code, answer.json()

    def standings(self, address, number):
        sweep.refresh_stale_standings()
        return self("GET", f"{address}standings/?after_round={number}")[1]


class Outside:
    """The API of a running Tavolo, spoken to over HTTP; its worker keeps the standings."""

    def __init__(self, served):
        self.address = served.address
        name = f"program-{uuid.uuid4().hex[:8]}"
        scope = "--create", "--superuser", "--scope", "manage"
        self.token = served.manage("create_token", name, *scope)

    def __call__(self, method, path, data=None):
        request = urllib.request.Request(
            f"{self.address}/api/v1/{path}",
            method=method,
            data=None if data is None else json.dumps(data).encode(),
            headers={"Authorization": f"Token {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def standings(self, address, number):
        """The standings once they have followed the last change."""

        def fresh():
            live = self("GET", f"{address}live/")[1]
            return live["standings"] == live["revision"]

        until(fresh)
        return self("GET", f"{address}standings/?after_round={number}")[1]


class Evening:
    """A tournament of a case, played by asking and answering."""

    def __init__(self, case, api):
        self.case, self.api = case, api
        club = self.does("POST", "clubs/", {"name": f"Circolo {uuid.uuid4().hex[:8]}"}, 201)
        plan = {"club": club["slug"], "tie_breaks": [], **case.plan}
        self.plan = self.does("POST", "tournaments/", plan, 201)
        self.address = f"tournaments/{self.plan['slug']}/"
        self.entries = [one["id"] for one in self.does("POST", self.at("entries/"), self.names, 201)]
        self.played = []

    @property
    def names(self):
        """Everybody as they are entered: each alone, in pairs or in threes."""
        people = [
            [f"{'ABC'[place]}{number}" for place in range(self.case.partners)] for number in range(self.case.entries)
        ]
        return [{"names": names} if len(names) > 1 else {"name": names[0]} for names in people]

    def at(self, path):
        return self.address + path

    def does(self, method, path, data=None, status=200):
        found, answer = self.api(method, path, data)
        assert found == status, answer
        return answer

    def play(self):
        for number in range(1, self.case.rounds + 1):
            self.play_round(number)

    def play_round(self, number):
        drawn = self.does("POST", self.at("rounds/"), self.wish(number), 201)
        here = self.at(f"rounds/{number}/")
        self.does("POST", f"{here}publish/")
        assert sorted(map(len, drawn["tables"])) == sorted(self.case.sizes)
        self.played.append(
            [
                (entries, self.play_table(f"{here}tables/{table}/", len(entries), number))
                for table, entries in enumerate(drawn["tables"], 1)
            ]
        )
        self.does("POST", f"{here}close/")

    def wish(self, number):
        """The first round by lot, the second by hand: those who sat out play first."""
        if number == 1:
            return {"seed": 7}
        seated = [entry for entries, _table in self.played[0] for entry in entries]
        waiting = [entry for entry in self.entries if entry not in seated]
        row = [*waiting, *reversed(seated)]
        tables = []
        for size in self.case.sizes:
            tables.append(row[:size])
            row = row[size:]
        return {"tables": tables, "sit_out": row}

    def play_table(self, where, sides, number):
        reckoned = self.case.plain_table(sides)
        for hand, (tally, given) in enumerate(self.case.hands(reckoned, f"{number}/{where}"), 1):
            saved = self.does("PUT", f"{where}hands/{hand}/", tally, 201)
            assert saved["scores"] == given
        self.stands_as_reckoned(where, reckoned)
        return reckoned

    def stands_as_reckoned(self, where, reckoned):
        table = self.does("GET", where)
        assert (table["state"], table["next_hand"]) == ("over", None)
        assert table["totals"] == reckoned.totals
        assert table["places"] == reckoned.places
        self.scores_the_same_in_one_request(reckoned)
        again = len(reckoned.tallies) + 1
        status, refusal = self.api("PUT", f"{where}hands/{again}/", reckoned.tallies[-1])
        assert (status, [error["code"] for error in refusal["errors"]]) == (422, ["hand_after_end"])

    def scores_the_same_in_one_request(self, reckoned):
        agreed = {"target": reckoned.target, "hands": reckoned.hands}
        request = {
            "options": self.case.options,
            "table": {name: number for name, number in agreed.items() if number is not None},
            "hands": reckoned.tallies,
        }
        answer = self.does("POST", f"games/{self.case.slug}/score/", request)
        assert (answer["over"], answer["next_lead"]) == (True, None)
        assert (answer["totals"], answer["places"]) == (reckoned.totals, reckoned.places)

    def check_standings(self):
        for number in range(1, self.case.rounds + 1):
            document = self.api.standings(self.address, number)
            assert (document["after_round"], document["provisional"]) == (number, False)
            scores = reckoned_scores(self.plan["scoring"], self.played[:number], self.entries)
            low = self.case.slug.startswith("busca") and self.plan["scoring"]["method"] == "total"
            rows = {row["entry"]: row for row in document["rows"]}
            found = {entry: Fraction(rows[entry]["score_exact"]) for entry in scores}
            assert found == scores
            places = {entry: rows[entry]["place"] for entry in scores}
            assert places == reckoned_places(scores, self.played[:number], low_wins=low)
        assert self.does("GET", self.address)["status"] == "finished"


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("case", SHORT.values(), ids=str)
def test_a_table_of_each_game(case):
    evening = Evening(case, Inside())
    evening.play()
    evening.check_standings()


@pytest.fixture(scope="module")
def outside(served):
    return Outside(served)


@pytest.mark.slow
@pytest.mark.parametrize("case", [*CASES, *EACH_METHOD], ids=str)
def test_from_outside(case, outside):
    evening = Evening(case, outside)
    evening.play()
    evening.check_standings()
