"""Checks a tournament in Tavolo's open format (docs/open-format.md). Usage: python3 checker/check.py FILE"""

import hashlib
import json
import re
import sys
from collections import defaultdict
from fractions import Fraction
from itertools import takewhile
from pathlib import Path

TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
HAND, NUMBER = "round {round} table {table} hand {hand} version {version}", re.compile(r"-?[0-9]+([./][0-9]+)?")
TALLY = ("tally", "scores", "state", "seat", "confirmed_seat", "recorded_at", "confirmed_at")
ROUND = ("tables", "numbers", "sit_out", "draw", "seed", "method", "kept", "closing")
ENTRY = ("words", "number", "from_round", "stand_in", "carried", "players")
DRAW, LINK = ("draw_inputs", "report", "ahead", "drawn"), ("sequence", "kind", "at", "facts", "commitment", "previous")
GIVEN = ("entry", "round", "amount", "kind", "issued_at", "cancelled_at")
SCORING = {"method": "total", "points": [4, 3, 2, 1], "win": 2, "draw": 1, "loss": 0, "sit_out_difference": 0}
SCORING |= {"sit_out": "own-average", "absent": "worst"}


def digest(*values, end=""):
    texts = (json.dumps(value, sort_keys=True, separators=(",", ":")) + end for value in values)
    return hashlib.sha256("".join(texts).encode()).hexdigest()


def plain(name, value):
    """Return a value in comparable form: numbers and times have several spellings, and `sit_out` has no order."""
    if isinstance(value, list):
        return [plain("", each) for each in (sorted(value) if name == "sit_out" else value)]
    is_number = not isinstance(value, bool) and NUMBER.fullmatch(str(value))
    return Fraction(str(value)) if is_number else value.replace(".000000+", "+") if isinstance(value, str) else value


def unique(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name occurs twice in an object")
    return dict(pairs)


def finite(text):
    return float(text) if abs(float(text)) < float("inf") else int(text)  # int() refuses NaN and 1e400


def schema_faults(value, schema, place="document"):
    """Check a value by a JSON Schema with the keywords that schema.json uses; yield triples as `Check` does."""
    kind = "null" if value is None else TYPES[type(value)]
    types, known, text = schema.get("type", kind), schema.get("properties", {}), value if kind == "string" else ""
    names, pattern = value.keys() if kind == "object" else known.keys(), schema.get("pattern", "")
    new = set() if schema.get("additionalProperties", True) else names - known.keys()
    least, most = (schema.get(limit, value) for limit in ("minimum", "maximum"))
    yield place, "has a value that is not allowed", value not in schema.get("enum", [schema.get("const", value)])
    yield place, f"must be {types}", kind not in ([types] if isinstance(types, str) else types)
    yield place, f"lacks names or has others than {[*known]}", new or not names >= {*schema.get("required", ())}
    yield place, "is too long, or has a NUL", "\0" in text or len(text) > schema.get("maxLength", len(text))
    yield place, f"does not match {pattern}", text == value and not re.search(pattern, text)
    yield place, "is out of range", kind == "integer" and not least <= value <= most
    for name, item in value.items() if kind == "object" else enumerate(value) if kind == "array" else ():
        yield from schema_faults(item, known.get(name, schema.get("items", {})), f"{place} {name}")


class Check:
    """Checks a document that follows the schema; each check yields (place, fault, whether there is this fault)."""

    def __init__(self, doc):
        self.doc, self.t, self.ranking, self.links = doc, doc["tournament"], doc["ranking"], doc["ledger"]
        self.full, self.low = doc["for"] == "directors", doc["ranking"]["low_score_wins"]
        self.entries = {each["id"]: each for each in doc["entries"]}
        self.public = {each["number"]: each for each in doc["rounds"] if each["state"] in ("published", "closed")}
        self.tables = {(each["round"], each["number"]): each for each in doc["tables"]}
        self.closed = {n: {"round": n} | row["closing"] for n, row in self.public.items() if row["state"] == "closed"}
        self.sides, self.out = {}, {(each["round"], each["entry"]) for each in doc["sit_outs"]}
        self.hands, self.seats, self.decided = defaultdict(list), defaultdict(list), defaultdict(list)
        for hand in (each for each in doc["hands"] if each["is_current"] and each["state"] == "confirmed"):
            self.hands[hand["round"], hand["table"]].append(hand["scores"])
        for seat in doc["seats"]:
            self.seats[seat["round"], seat["table"]].append(seat["entry"])
            self.sides[seat["round"], seat["entry"]] = (seat["table"], seat["side"])
        for each in (each for each in doc["decisions"] if each["cancelled_at"] is None):
            self.decided["barred" if each["kind"] == "disqualified" else each["round"], each["entry"]].append(each)
        self.scores = {at: [hand[seat[1]] for hand in self.hands[at[0], seat[0]]] for at, seat in self.sides.items()}
        self.people = {pk: [row["player"] for row in doc["entry_players"] if row["entry"] == pk] for pk in self.entries}
        called = {each["id"]: each.get("alias") or each["name"] for each in doc["players"]}
        self.names = {pk: " – ".join(called.get(each, "") for each in self.people[pk]) for pk in self.entries}
        self.seen = {*self.sides, *self.out, *self.decided}

    def faults(self):
        checks = (self.sections, self.chain, self.standings, *[self.rows] * self.full)
        return [each for check in checks for each in check() if each[2]]

    def sections(self):
        there = dict.fromkeys(("entry", "one", "other"), self.entries) | {"table": self.tables}
        there["player"] = {each["id"] for each in self.doc["players"]}
        there["hand"] = {(each["round"], each["table"], each["number"], each["version"]) for each in self.doc["hands"]}
        for name, expected in self.doc["digests"].items():
            section = self.doc[name]
            rows = section if isinstance(section, list) else [section] if section else []
            yield name, "is not what was exported: its digest differs", digest(*rows, end="\n") != expected
            for row in section if isinstance(section, list) else ():
                named = row | ({"table": (row["round"], row["table"])} if "table" in row else {})
                named |= {"hand": (*named["table"], row["number"], row["version"])} if name == "rulings" else {}
                for what in there.keys() & named.keys():
                    yield name, f"name the {what} {named[what]}, which is not there", named[what] not in there[what]
        derived = {"low_score_wins": self.ranking["method"] == "total" and self.ranking["low_wins"]}
        for name, value in (SCORING | self.t["scoring"] | derived).items():
            is_other = name in self.ranking and plain(name, self.ranking[name]) != plain(name, value)
            yield "ranking", f"has a different {name} from the plan", is_other

    def chain(self):
        previous, end = "", (self.t["ledger_length"], self.t["ledger_head"])
        for number, link in enumerate(self.links, 1):
            place, content = f"ledger {number}", {name: link.get(name) for name in LINK} | {"tournament": self.t["id"]}
            yield place, "does not follow on the one before", (link["sequence"], link["previous"]) != (number, previous)
            yield place, "was changed after it was written", self.full and digest(content) != link["digest"]
            previous = link["digest"]
        yield "ledger", "does not end with the head that the tournament names", (len(self.links), previous) != end

    def rows(self):
        recorded = self.recorded()
        for place, row in self.stored():
            facts = recorded.pop(place, None)
            yield place, "is not in the ledger", facts is None
            for name in sorted((facts or {}).keys() & row.keys()):
                yield place, f"differs from the ledger in {name}", plain(name, facts[name]) != plain(name, row[name])
        yield from ((place, "is in the ledger and is missing", True) for place in recorded)

    def recorded(self):
        said, current = {"tournament": dict.fromkeys(("prizes", "teams"), digest({}))}, {}
        for kind, facts in ((link["kind"], defaultdict(type(None), link.get("facts", {}))) for link in self.links):
            at, what = f"round {facts.get('round')}", kind.partition("_")[0]
            for out in facts.get("struck_out", ()):
                said.pop(HAND.format_map(defaultdict(type(None), out, round=facts["round"])), None)
            if "tally" in facts:
                self.replay(said, current, kind, facts)
            if kind == "draft_dropped":
                said.pop(at, None)
            elif what in ("round", "draw") and "round" in facts:
                said.setdefault(at, {}).update(facts["times"] or {}, **{n: facts[n] for n in ROUND if n in facts})
            for each in [*facts.get("entries", ()), facts]:
                if isinstance(each, dict) and ("words" in each or kind == "entry_changed"):
                    row = said.setdefault(f"entry with id {each.get('entry')}", {"carried": ""})
                    row |= {name: each[name] for name in ENTRY if name in each}
            for gone in (*facts.get("removed", ()), *([facts["entry"]] if kind == "entry_removed" else ())):
                said.pop(f"entry with id {gone}", None)
            if what in ("penalty", "decision") and what in facts:
                given = said.setdefault(f"{what} {facts[what]}", {})
                given.pop("cancelled_at", None)
                given |= {name: facts[name] for name in GIVEN if name in facts} | {"kind": facts.get("decided")}
                given["is_cancelled"] = kind in ("penalty_cancelled", "decision_taken_back")
            if what in ("tournament", "constraints", "prizes", "teams"):
                said["tournament"] |= {name: value for name, value in facts.items() if name not in ("status", "game")}
        return said

    def replay(self, said, current, kind, facts):
        """Add a version of a hand from the ledger; if this version counts, it replaces the current one."""
        hand, place, state = (facts["round"], facts["table"], facts["hand"]), HAND.format_map(facts), facts["state"]
        if place not in said:
            counts = state in ("submitted", "confirmed") or kind == "decision_undone"
            before = current.get(hand, {"is_current": False})
            if before["is_current"] and (counts or state == "disputed"):
                is_corrected = counts and kind != "hand_countered"
                before |= {"is_current": not counts, "state": "corrected" if is_corrected else "disputed"}
            said[place] = {"is_current": counts, "source": facts["source"]}
            current[hand] = said[place] if counts else before
        said[place] |= {name: facts[name] for name in TALLY if name in facts}
        said[place]["is_current"] &= state != "void"

    def stored(self):
        yield "tournament", self.t | {name: digest(self.t[name]) for name in ("prizes", "teams")}
        for hand in self.doc["hands"]:
            tally = {"lines": hand["lines"]} | ({"hand": hand["facts"]} if hand["facts"] else {})
            yield HAND.format(**hand, hand=hand["number"]), hand | {"tally": digest(tally)}
        for round_ in self.doc["rounds"]:
            number, draw = round_["number"], {name: round_[name] for name in DRAW}
            numbers = sorted(table for at, table in self.tables if at == number)
            seated = {"tables": [self.seats[number, n] for n in numbers], "numbers": numbers, "draw": digest(draw)}
            yield f"round {number}", {**round_, **seated, "sit_out": [entry for at, entry in self.out if at == number]}
        for entry in self.doc["entries"]:
            words = digest([entry["salt"], {name: entry[name] for name in ("name", "card_number", "home_club")}])
            yield f"entry with id {entry['id']}", entry | {"words": words, "players": self.people[entry["id"]]}
        for what, section in (("penalty", "penalties"), ("decision", "decisions")):
            for row in self.doc[section]:
                yield f"{what} {row['id']}", row | {"is_cancelled": row["cancelled_at"] is not None}

    def standings(self):
        hidden, due, earlier = self.t["standings_hidden_after"], sorted(self.public) or [0], {}
        seen = [each for each in due if self.full or hidden is None or each <= hidden]
        there = [each["after_round"] for each in self.doc["standings"]]
        is_fresh = self.t["revision"] == self.t["published_revision"]
        yield "standings", "are of an earlier revision than the tournament: export it again", not is_fresh
        yield "standings", "are not those after each public round", there not in (due, seen)
        for snapshot in self.doc["standings"] if is_fresh else ():
            number, revision, body = (snapshot[name] for name in ("after_round", "revision", "body"))
            place, shown = f"standings after round {number}", json.loads(body)
            rounds = [each for each in self.public if each <= number]
            cups = [each for each in rounds if self.public[each]["method"] == "knock-out"]
            new = [pk for pk, each in self.entries.items() if each["from_round"] <= max(number, 1)]
            listed = sorted({entry for at, entry in self.seen if at in rounds}.union(new))
            content = hashlib.sha256(("{" + body.partition(",")[2]).encode()).hexdigest()
            yield place, "were changed after they were published", content != snapshot["digest"]
            head = {"after_round": number, "revision": revision, "tournament": self.t["slug"], "knock_out": cups}
            yield from ((place, f"have a different {name}", shown.get(name, []) != head[name]) for name in head)
            yield place, "do not list each entry once", sorted(row["entry"] for row in shown["rows"]) != listed
            for row in (row for row in shown["rows"] if row["entry"] in self.entries):
                found = self.row_faults(row, rounds, cups, earlier.get(row["entry"]))
                yield from ((f"{place} entry {row['entry']}", *each) for each in found)
            yield from ((place, *each) for each in self.order_faults(shown["rows"], cups))
            earlier = {row["entry"]: row["place"] for row in shown["rows"]}

    def row_faults(self, row, rounds, cups, was):
        pk, entry, number, now = row["entry"], self.entries[row["entry"]], max([0, *rounds]), max([1, *rounds])
        mine = [each for each in self.doc["penalties"] if each["entry"] == pk and not each["cancelled_at"]]
        penalty = sum(Fraction(each["amount"]) for each in mine if (each["round"] or 0) <= number)
        has_played = any(each is not None for at in rounds for each in self.scores.get((at, pk), ()))
        is_out = entry["stand_in"] or any(each["round"] <= now for each in self.decided["barred", pk])
        is_idle = not has_played and not any((each, pk) in self.out for each in cups)
        has_left = entry["until_round"] in range(now) or any(a <= now <= b for a, b in entry["gaps"])
        shown, first = [each["round"] for each in row["rounds"]], [0] if Fraction(entry["carried"] or 0) else []
        must = first + [each for each in rounds if (each, pk) in self.seen or not (is_out or has_left or each in cups)]
        total = sum(exact(each, "score") or 0 for each in row["rounds"]) + (penalty if self.low else -penalty)
        off = max(abs(Fraction(each["score"] or 0) - (exact(each, "score") or 0)) for each in [row, *row["rounds"]])
        yield "has a score that is not the sum of its rounds and penalties", exact(row, "score") != total
        yield "has a score that is not its exact score", off > Fraction(1, 200)
        yield "has a different name from the entry or its players", {row["name"], entry["name"]} != {self.names[pk]}
        yield "has a different sum of penalties", Fraction(row["penalty"]) != penalty
        marks = (row.get("stand_in") or row.get("disqualified"), row.get("not_played"), row.get("withdrawn"))
        yield "is marked otherwise", [*map(bool, marks)] != [is_out, is_idle, has_left] and (self.full or number)
        yield "has a place, or lacks one", (row["place"] is None) != (is_out or is_idle)
        yield "has moved otherwise", row["moved"] != (was and row["place"] and was - row["place"])
        yield "has other rounds", shown != sorted({*must, *shown} & {*first, *rounds})
        for each in (each for each in row["rounds"] if each["round"] in {*first, *rounds}):
            yield from ((f"in round {each['round']} {fault}", cond) for fault, cond in self.round_faults(pk, each))

    def round_faults(self, pk, shown):
        number, source, at = shown["round"], shown["source"], (shown["round"], pk)
        table, scores, given = self.sides.get(at, (None,))[0], self.scores.get(at, ()), self.decided.get(at, ())
        possible = ["sit-out" if at in self.out else "absent" if number else "carried"]
        if table is not None:
            closed = self.tables.get((number, table), {}).get("closing") or self.closed.get(number)
            is_unplayed = closed and (not scores or closed.get("unfinished") == "as-unplayed")
            possible = ["table", "unplayed"] if is_unplayed else ["table"]
        possible = [min(each["kind"] for each in given)] if given else possible
        rule = self.ranking["sit_out" if source == "sit-out" else "absent"] if number else self.entries[pk]["carried"]
        total, value = sum(each or 0 for each in scores), exact(shown, "score")
        amounts = [Fraction(each["amount"]) for each in given if each["amount"] is not None]
        due = Fraction(rule) if source != "unplayed" and NUMBER.fullmatch(rule) else value
        due = sum(amounts) if amounts else due if source != "table" else self.worth(shown, total) if scores else None
        yield "was not seated or decided like that", source not in possible or shown.get("table") != table
        yield f"has a total that is not {total}, as its hands give", shown.get("total", total) != total
        yield "counts other hands", shown.get("hands") not in (None, sum(each is not None for each in scores))
        yield f"scores {shown['score']}, and must score {due}", value != due

    def worth(self, shown, total):
        rank, place, sharing = self.ranking, shown.get("place"), shown.get("sharing", 1)
        match = rank["loss"] if place != 1 else rank["win"] if sharing == 1 else rank["draw"]
        if rank["method"] in ("total", "match-points"):
            return Fraction(total if rank["method"] == "total" else match)
        if rank["method"] == "victory-points":
            ahead = (total - shown["against"]) * (-1 if rank["low_wins"] else 1)
            more = sum(abs(ahead) > limit for limit in rank["vp_limits"])
            return Fraction(10 + more if ahead >= 0 else 10 - more)
        points = [*map(Fraction, rank["points"]), *[min(Fraction(0), *map(Fraction, rank["points"]))] * 99]
        return sum(points[place - 1 : place - 1 + sharing]) / sharing

    def order_faults(self, rows, cups):
        low = {"withdrawn": True, "lot": True, "table_wins": False, "clean_hands": False, "score": self.low}
        low |= dict.fromkeys(("card_points", "difference"), self.ranking["low_wins"])
        codes, before, place = ["withdrawn", "score", *self.t["tie_breaks"]], None, 0
        known = [] if cups else [*takewhile(low.__contains__, codes)]
        for at, row in enumerate((row for row in rows if row["place"] is not None), 1):
            key = [(one is None, one and (one if low[code] else -one)) for code in known for one in [exact(row, code)]]
            may = {at} if before is None or before < key else {place} if known == codes else {at, place}
            yield f"list entry {row['entry']} behind one who is worse", before is not None and before > key
            yield f"give entry {row['entry']} place {row['place']}", row["place"] not in may
            before, place = key, row["place"]


def exact(row, code):
    value = row.get("score_exact", row.get("exact", row["score"])) if code == "score" else row["tie_breaks"].get(code)
    value = int("withdrawn" in row) if code == "withdrawn" else value
    counts = row.get("counts", {}).get(code)
    return Fraction(counts) / row["played"] if counts else None if value is None else Fraction(value)


def main(path):
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
        doc = json.loads(text, object_pairs_hook=unique, parse_constant=finite, parse_float=finite)
        schema = json.loads(Path(__file__).with_name("schema.json").read_text())
        found = [each for each in schema_faults(doc, schema) if each[2]] or Check(doc).faults()
    except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError, ArithmeticError) as fault:
        found = [("file", f"cannot be read: {fault!r}", True)]
    lines = [f"{place}: {fault}" for place, fault, _ in found]
    print(*lines or [f"{doc['tournament']['slug']}: holds, {len(doc['ledger'])} ledger entries"], sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python3 checker/check.py FILE")
