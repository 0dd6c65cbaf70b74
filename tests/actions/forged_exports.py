"""Forged exports: their digests are computed anew, so only the content shows the change."""

import hashlib
import importlib.util
import json
from pathlib import Path

from tournaments.actions.core.ledger import canonical

CHECKER = Path(__file__).parents[2] / "checker"
spec = importlib.util.spec_from_file_location("check", CHECKER / "check.py")
check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check)
SCHEMA = json.loads((CHECKER / "schema.json").read_text())


def digests_anew(document):
    """Return the document with its section digests recomputed, so that only the content can be wrong."""
    for name in document["digests"]:
        section = document[name]
        rows = section if isinstance(section, list) else [section] if section else []
        document["digests"][name] = hashlib.sha256(b"".join(canonical(row) + b"\n" for row in rows)).hexdigest()
    return document


def rechained(document):
    """The document with every link of its ledger chained anew."""
    previous = ""
    for number, link in enumerate(document["ledger"], 1):
        link |= {"sequence": number, "previous": previous}
        content = {name: link[name] for name in check.LINK} | {"tournament": document["tournament"]["id"]}
        link["digest"] = previous = check.digest(content)
    document["tournament"] |= {"ledger_length": len(document["ledger"]), "ledger_head": previous}
    return document


def of_snapshot(change):
    """A change of the last standings, whose digest is made anew."""

    def changed(document):
        snapshot = document["standings"][-1]
        shown = json.loads(snapshot["body"])
        change(shown)
        snapshot_anew(snapshot, shown)

    return changed


def snapshot_anew(snapshot, shown):
    """Write these standings to a snapshot, with their digest."""
    snapshot["body"] = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    content = "{" + snapshot["body"].partition(",")[2]
    snapshot["digest"] = hashlib.sha256(content.encode()).hexdigest()


def of_standings(change):
    """A change of the rows of the last standings."""
    return of_snapshot(lambda shown: change(shown["rows"]))


def of_last(rows):
    """The last row with a place."""
    return [row for row in rows if row["place"]][-1]


def correction_taken_back(document):
    before, _requested, after = document["hands"][:3]
    before |= {"is_current": True, "state": "confirmed"}
    after |= {"is_current": False, "state": "corrected"}


def cut_and_chained_anew(document):
    document["ledger"] = [link for link in document["ledger"] if link["kind"] != "penalty_given"]
    rechained(document)


def two_links_exchanged(document):
    links = document["ledger"]
    links[3], links[4] = links[4], links[3]


def link_that_says(document, fact):
    return next(link for link in document["ledger"] if fact in link["facts"])


ANNOUNCED = SCHEMA["properties"]["announcements"]["items"]["properties"].keys()
FORGED = {
    "a score": lambda d: d["hands"][0]["scores"].__setitem__(0, 3),
    "a tally": lambda d: d["hands"][0]["lines"][0].__setitem__("points", 9),
    "a hand that is missing": lambda d: d["hands"].pop(),
    "a hand that does not count": lambda d: d["hands"][-1].__setitem__("is_current", not d["hands"][-1]["is_current"]),
    "two seats": lambda d: d["seats"][0].update(entry=d["seats"][1]["entry"]),
    "the player of an entry": lambda d: d["entry_players"][0].update(player=d["entry_players"][1]["player"]),
    "the name of a player": lambda d: d["players"][0].__setitem__("name", "Nobody"),
    "the time of a round": lambda d: d["rounds"][0].__setitem__("closed_at", d["rounds"][0]["published_at"]),
    "where a hand was entered": lambda d: d["hands"][0].__setitem__("source", "api"),
    "the prizes": lambda d: d["tournament"].__setitem__("prizes", {"place": ["Ham"]}),
    "the teams": lambda d: d["tournament"].__setitem__("teams", {"teams": []}),
    "the tournament of the standings": of_snapshot(lambda shown: shown.update(tournament="another")),
    "a draw": lambda d: d["rounds"][0]["report"].__setitem__("repeats", 7),
    "a seed": lambda d: d["rounds"][0].__setitem__("seed", 8),
    "a name": lambda d: d["entries"][0].__setitem__("name", "Nobody"),
    "a number": lambda d: d["entries"][0].__setitem__("number", 99),
    "carried points": lambda d: d["entries"][9].__setitem__("carried", "0"),
    "a penalty": lambda d: d["penalties"][0].__setitem__("amount", "9.00"),
    "a penalty in force": lambda d: d["penalties"][1].__setitem__("cancelled_at", None),
    "a decision that is missing": lambda d: d["decisions"].pop(),
    "the scoring": lambda d: d["tournament"].__setitem__("tie_breaks", ["lot"]),
    "a player who is missing": lambda d: d["players"].pop(),
    "a ledger that was cut": lambda d: d["ledger"].pop(),
    "a ledger that was cut and chained anew": cut_and_chained_anew,
    "a ledger in another order": two_links_exchanged,
    "a link without facts": lambda d: link_that_says(d, "tally").pop("facts"),
    "a hand without its table in the ledger": lambda d: link_that_says(d, "tally")["facts"].pop("table"),
    "an entry without its id in the ledger": lambda d: link_that_says(d, "entries")["facts"]["entries"][0].pop("entry"),
    "a score in the standings": of_standings(lambda rows: rows[0].__setitem__("score_exact", "99")),
    "a place in the standings": of_standings(lambda rows: rows[0].__setitem__("place", 2)),
    "the order of the standings": of_standings(lambda rows: rows.reverse()),
    "a table in the standings": of_standings(lambda rows: rows[0]["rounds"][0].__setitem__("table", 77)),
    "the revision": lambda d: d["tournament"].update(revision=d["tournament"]["revision"] + 1),
    "a correction that is taken back": correction_taken_back,
    "a hand that is set aside": lambda d: d["hands"][7].update(is_current=False, state="disputed"),
    "a table shown as an award": of_standings(lambda rows: rows[0]["rounds"][0].update(source="award")),
    "a table shown as sat out": of_standings(lambda rows: of_last(rows)["rounds"][0].update(source="sit-out")),
    "points that nobody carried": of_standings(
        lambda rows: rows[0]["rounds"].insert(0, {"round": 0, "score": "0", "source": "carried"})
    ),
    "a round that is left out": of_standings(lambda rows: rows[0]["rounds"].clear()),
    "a row that is left out": of_standings(lambda rows: rows.pop()),
    "standings that are left out": lambda d: d["standings"].pop(),
    "a place that is taken away": of_standings(lambda rows: of_last(rows).update(place=None, not_played=True)),
    "a knock-out": of_snapshot(lambda shown: shown.update(knock_out=[1])),
    "the ranking": lambda d: d["ranking"].update(win="3"),
    "the kind of a decision": lambda d: d["decisions"][1].update(kind="award", amount="1.00"),
    "the time of a decision": lambda d: d["decisions"][0].update(issued_at=d["decisions"][1]["issued_at"]),
    "a ruling on no hand": lambda d: d["rulings"][0].update(version=7),
    "nobody kept apart": lambda d: d["kept_apart"][0].update(other=999),
    "nobody at a fixed table": lambda d: d["fixed_tables"][0].update(entry=999),
    "nobody who sat out": lambda d: d["sit_out_players"].append({"round": 1, "entry": 9, "player": 999}),
    "an announcement at no table": lambda d: d["announcements"].append(
        {name: d["hands"][0][name] for name in d["hands"][0].keys() & ANNOUNCED} | {"table": 77}
    ),
}
