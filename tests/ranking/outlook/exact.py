"""The places that are really possible in a small field: every draw and every outcome of its last round, one by one."""

from itertools import product

from tournaments.ranking.results import TableResult, table_scores


def weak_orders(sides):
    """Every way to share places among so many sides."""
    for keys in product(range(sides), repeat=sides):
        if sorted(set(keys)) == list(range(len(set(keys)))):
            yield tuple(1 + sum(other < key for other in keys) for key in keys)


def outcomes(scoring, sides):
    """Everything that a table that has not begun can be worth to its sides."""
    if scoring.method == "victory-points":
        limits = scoring.vp_limits
        totals = [(0, sign * each) for each in (0, *(limit + 1 for limit in limits)) for sign in (1, -1)]
        return {table_scores(_table(sides, totals=each, places=(1, 2)), scoring) for each in totals}
    return {table_scores(_table(sides, places=places), scoring) for places in weak_orders(sides)}


def _table(sides, totals=(), places=()):
    return TableResult(1, 1, tuple((n,) for n in range(sides)), totals, places)


def draws(entries, sides):
    """Every way to seat all entries at tables of so many sides of one."""
    if not entries:
        yield []
        return
    first, *rest = entries
    for here in _choices(rest, sides - 1):
        left = [entry for entry in rest if entry not in here]
        for others in draws(left, sides):
            yield [(first, *here), *others]


def _choices(entries, number):
    if number == 0:
        yield ()
        return
    for place, one in enumerate(entries):
        for more in _choices(entries[place + 1 :], number - 1):
            yield (one, *more)


def endings(have, scoring, seated):
    """The scores of everybody at every end; `seated` are the draws that there may be."""
    each = sorted(outcomes(scoring, len(seated[0][0])))
    for tables in seated:
        for given in product(each, repeat=len(tables)):
            scores = dict(have)
            for table, worths in zip(tables, given, strict=True):
                for entry, worth in zip(table, worths, strict=True):
                    scores[entry] += worth
            yield scores


def endings_with_a_rest(have, scoring):
    """The same where all but the last sit at a table that is open, and in one more round somebody sits out."""
    each = sorted(outcomes(scoring, len(have) - 1))
    for here, later, resting in product(each, each, have):
        scores = dict(have)
        for out, worths in ((list(have)[-1], here), (resting, later)):
            for entry, worth in zip((entry for entry in have if entry != out), worths, strict=True):
                scores[entry] += worth
            scores[out] += scoring.sit_out
        yield scores


def places(have, scoring, seated):
    """Return by entry the best and the worst place in all possible ends; ties may go either way."""
    return places_at(endings(have, scoring, seated), have)


def places_at(ends, have):
    """The same at these ends."""
    best, worst = dict.fromkeys(have, len(have)), dict.fromkeys(have, 1)
    for scores in ends:
        ordered = list(scores.values())
        for entry, score in scores.items():
            best[entry] = min(best[entry], 1 + sum(other > score for other in ordered))
            worst[entry] = max(worst[entry], sum(other >= score for other in ordered))
    return {entry: (best[entry], worst[entry]) for entry in have}


def most_held(slots, caps):
    """Return by HiGHS how many entries can take a slot within their cap, in one round of any draw.

    `slots` are the ways in which a table may share out its points, each with as many numbers as the table has sides;
    everybody sits at a table.
    """
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    ways = sorted({tuple(sorted(way)) for way in slots})
    worths = sorted({worth for way in ways for worth in way})
    shared = [model.addIntegral(lb=0) for _way in ways]
    takes = [[model.addBinary() for _worth in worths] for _cap in caps]
    for place, worth in enumerate(worths):
        model.addConstr(
            sum(row[place] for row in takes) == sum(way.count(worth) * n for way, n in zip(ways, shared, strict=True))
        )
    for row in takes:
        model.addConstr(sum(row) == 1)
    within = [row[n] for row, cap in zip(takes, caps, strict=True) for n, w in enumerate(worths) if w <= cap]
    model.maximize(sum(within))
    return round(model.getObjectiveValue())
