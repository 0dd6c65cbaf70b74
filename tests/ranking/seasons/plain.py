"""The standing of a season a second time, straight from the documents and by other means than the program's."""

from fractions import Fraction
from functools import cmp_to_key
from hashlib import sha256


def standing(declaration, evenings, seed):
    """Each competitor's (place, who, score, values of its results with whether each counts, places in parts)."""
    year = Year(declaration, evenings, seed)
    everybody = sorted({who for evening in year.worth for who in evening}, key=lambda who: (str(type(who)), who))
    planned = sum(part["evenings"] for part in year.parts)
    rest = max(0, planned - len(evenings))
    inside = [w for w in everybody if len(year.came(w, None)) + rest >= declaration.get("minimum", 0)]
    places = year.places(inside, None)
    order = sorted(inside, key=places.get) + year.in_order([w for w in everybody if w not in places], None)
    in_parts = []
    if len(year.parts) > 1:
        in_parts = [year.places([w for w in everybody if year.came(w, part)], part) for part in range(len(year.parts))]
    return [
        (
            places.get(who),
            who,
            year.score(who, None),
            sorted((*unit[1:], unit[0], unit in year.counted(who, None)) for unit in year.units(who, None)),
            [part.get(who) for part in in_parts],
        )
        for who in order
    ]


class Year:
    def __init__(self, declaration, evenings, seed):
        self.declaration, self.seed = declaration, seed
        self.parts = declaration["parts"]
        self.low = declaration.get("better") == "low"
        self.evenings = [self.of_competitors(evening) for evening in evenings]
        self.worth = [self.worth_of(evening) for evening in self.evenings]

    def of_competitors(self, evening):
        evening = {**evening, "places": [row["place"] for row in evening["rows"]]}
        if self.declaration.get("competitors") != "players":
            return evening
        return {**evening, "rows": [{**row, "who": (p,)} for row in evening["rows"] for p in row["who"]]}

    def worth_of(self, evening):
        """Return by competitor the values by round, and the sum."""
        of_rows = [(row, *self.worth_of_row(evening, row)) for row in evening["rows"]]
        if self.declaration["listed"] == "members":
            of_rows = [each for each in of_rows if not each[0]["guest"]]
        if self.declaration["listed"] == "category":
            named = self.declaration["category"]["players"]
            of_rows = [each for each in of_rows if all(player in named for player in each[0]["who"])]
        if self.declaration.get("competitors") != "clubs":
            return {row["who"]: (values, added) for row, values, added in of_rows}
        found = {}
        for club in {row["club"] for row, _, _ in of_rows}:
            theirs = [(values, added) for row, values, added in of_rows if row["club"] == club]
            sums = {}
            for number in {n for values, _ in theirs for n in values}:
                ordered = sorted((values[number] for values, _ in theirs if number in values), key=lambda v: -v)
                sums[number] = sum(ordered[: self.declaration["of_each_club"]], Fraction(0))
            added = sum(Fraction(row["apart"]) * evening["factor"] for row, _, _ in of_rows if row["club"] == club)
            if self.declaration["counts"] != "rounds":
                added = 0
            found[club] = sums, added + Fraction(self.declaration.get("coming", 0))
        return found

    def worth_of_row(self, evening, row):
        coming, factor = Fraction(self.declaration.get("coming", 0)), Fraction(evening["factor"])
        counts = self.declaration.get("counts", "points")
        if counts == "rounds":
            values = {n: Fraction(value) * factor for n, _table, value in row["rounds"]}
            return values, coming + Fraction(row["apart"]) * factor
        if counts == "points":
            beaten_or_level = evening["places"]
            positions = range(row["place"], row["place"] + beaten_or_level.count(row["place"]))
            table = self.declaration.get("points", "field")
            if table == "field":
                each = [len(beaten_or_level) - at + 1 for at in positions]
            else:
                each = [Fraction(table[at - 1]) if at <= len(table) else 0 for at in positions]
            return {0: sum(each, Fraction(0)) / len(each) * factor}, coming
        value = Fraction(row["score"])
        if counts == "share":
            value = value * 100 / evening["most"]
        return {0: value * factor}, coming

    def came(self, who, part):
        return [at for at, worth in enumerate(self.worth) if who in worth and part in (None, self.evenings[at]["part"])]

    def units(self, who, part):
        return [(value, at, n) for at in self.came(who, part) for n, value in self.worth[at][who][0].items()]

    def counted(self, who, part):
        """Those that no better one keeps out: first of its part, then of all that are left."""
        kept = []
        for number, declared in enumerate(self.parts):
            if part in (None, number):
                kept += self.first(self.units(who, number), declared.get("best"))
        return self.first(kept, self.declaration.get("best")) if part is None else kept

    def first(self, units, number):
        def is_better(one, other):
            if one[0] != other[0]:
                return (one[0] < other[0]) is self.low
            return one[1:] < other[1:]

        return [u for u in units if number is None or sum(is_better(other, u) for other in units) < number]

    def score(self, who, part):
        added = (self.worth[at][who][1] for at in self.came(who, part))
        return sum((unit[0] for unit in self.counted(who, part)), sum(added, Fraction(0)))

    def in_order(self, whom, part):
        compare = cmp_to_key(lambda one, other: self.compare_scores(one, other, part))
        return [who for group in self.groups(sorted(whom, key=compare), part) for who in sorted(group)]

    def places(self, whom, part):
        compare = cmp_to_key(lambda one, other: self.compare_scores(one, other, part))
        places, passed = {}, 0
        for group in self.groups(sorted(sorted(whom), key=compare), part):
            places |= dict.fromkeys(sorted(group), passed + 1)
            passed += len(group)
        return places

    def compare_scores(self, one, other, part):
        mine, theirs = self.score(one, part), self.score(other, part)
        if self.low:
            more = len(self.counted(other, part)) - len(self.counted(one, part))
            return more or (mine > theirs) - (mine < theirs)
        return (mine < theirs) - (mine > theirs)

    def groups(self, ordered, part):
        level = []
        for who in ordered:
            if level and self.compare_scores(level[-1][0], who, part) == 0:
                level[-1].append(who)
            else:
                level.append([who])
        for code in self.declaration.get("tie_breaks", []):
            level = [smaller for group in level for smaller in self.broken(group, code, part)]
        return level

    def broken(self, group, code, part):
        if len(group) == 1:
            return [group]
        values = {who: getattr(self, code)(who, group, part) for who in group}
        return [[who for who in group if values[who] == value] for value in sorted({*values.values()}, reverse=True)]

    # Each value is a tuple, of which the greatest is best; -inf stands for none.

    def rows(self, who, part):
        for at in self.came(who, part):
            evening = self.evenings[at]
            yield evening, next(row for row in evening["rows"] if row["who"] == who)

    def head_to_head(self, who, group, part):
        found = []
        for evening in self.evenings:
            if part not in (None, evening["part"]):
                continue
            sat = {
                row["who"]: {(n, table): value for n, table, value in row["rounds"] if table} for row in evening["rows"]
            }
            for seat, value in sat.get(who, {}).items():
                if all(seat in sat.get(other, {}) for other in group):
                    found.append(Fraction(value) * (-1 if evening["low"] else 1))
        return (sum(found),) if found else (float("-inf"),)

    def difference(self, who, _group, part):
        found = [Fraction(row["difference"]) for _, row in self.rows(who, part) if row["difference"] is not None]
        return (sum(found),) if found else (float("-inf"),)

    def scores(self, who, _group, part):
        return (sum(Fraction(row["score"]) * (-1 if evening["low"] else 1) for evening, row in self.rows(who, part)),)

    def wins(self, who, _group, part):
        won = (evening for evening, row in self.rows(who, part) if row["place"] == 1)
        return (sum(Fraction(1, evening["places"].count(1)) for evening in won),)

    def best_results(self, who, _group, part):
        return tuple(sorted((-unit[0] if self.low else unit[0] for unit in self.units(who, part)), reverse=True))

    def last_evening(self, who, _group, part):
        values = []
        for at, evening in reversed(list(enumerate(self.evenings))):
            if part in (None, evening["part"]):
                worth = sum(self.worth[at][who][0].values()) if who in self.worth[at] else None
                values.append(float("-inf") if worth is None else -worth if self.low else worth)
        return tuple(values)

    def attended(self, who, _group, part):
        return (len(self.came(who, part)),)

    def lot(self, who, _group, _part):
        return (int(sha256(f"{self.seed} {who}".encode()).hexdigest()[:12], 16),)
