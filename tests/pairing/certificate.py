"""The best Swiss round there is, by another program: HiGHS, on the set-partitioning problem."""

from itertools import combinations

import highspy
import numpy as np

AGAIN = 1_000  # of a pair that met in the last round, far above all other repeats


def best_round(scores, history, reached):
    """The least price of a round of tables of four, then the least spread.

    The price is the sum of all earlier meetings, with AGAIN for every pair of the last round;
    `reached` are a price and a spread that are known to be possible.
    """
    if not any(reached):
        return reached  # Neither can be below nothing.
    players = sorted(scores)
    price = dict.fromkeys(map(frozenset, combinations(players, 2)), 0)
    for number, tables in enumerate(history, 1):
        for pair in (frozenset(p) for table in tables for p in combinations(table, 2)):
            price[pair] += 1 + AGAIN * (number == len(history))
    tables = list(combinations(players, 4))
    costs = [sum(price[frozenset(pair)] for pair in combinations(t, 2)) for t in tables]
    spreads = [sum((scores[a] - scores[b]) ** 2 for a, b in combinations(t, 2)) for t in tables]
    least, spread = 0, reached[1]
    if reached[0]:
        least = solved(players, tables, costs)
    kept = [
        number
        for number, price in enumerate(costs)
        if price <= least and (least < reached[0] or spreads[number] <= spread)
    ]
    tables, costs, spreads = ([each[n] for n in kept] for each in (tables, costs, spreads))
    return least, solved(players, tables, spreads, costs if least else None, least)


def solved(players, tables, reduced_costs, costs=None, limit=0):
    """The least cost of tables at which everybody sits once, for at most the price."""
    place = {player: row for row, player in enumerate(players)}
    rows = [[place[player] for player in table] for table in tables]
    values = [[1.0] * len(table) for table in tables]
    if costs:
        for row, value, price in zip(rows, values, costs, strict=True):
            row.append(len(players))
            value.append(float(price))
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(tables), len(players) + bool(costs)
    model.col_cost_ = np.array(reduced_costs, dtype=float)
    model.col_lower_, model.col_upper_ = np.zeros(len(tables)), np.ones(len(tables))
    model.row_lower_ = np.array([1.0] * len(players) + [0.0] * bool(costs))
    model.row_upper_ = np.array([1.0] * len(players) + [float(limit)] * bool(costs))
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    model.a_matrix_.index_ = np.concatenate(rows).astype(np.int32)
    model.a_matrix_.value_ = np.concatenate(values)
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(tables)
    solver = highspy.Highs()
    for name, value in {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0}.items():
        solver.setOptionValue(name, value)
    solver.passModel(model)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(solver.getInfo().objective_function_value)
