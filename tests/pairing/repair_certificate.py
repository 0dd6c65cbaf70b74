"""The fewest people that must move to mend a round, by another program: HiGHS, on everybody's place."""

import highspy

OUT = 0


class Model:
    """A problem in numbers that are 0 or 1."""

    def __init__(self):
        self.highs = highspy.Highs()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("threads", 1)
        self.count = 0

    def choice(self, cost=0):
        self.highs.addVar(0.0, 1.0)
        self.highs.changeColIntegrality(self.count, highspy.HighsVarType.kInteger)
        self.highs.changeColCost(self.count, float(cost))
        self.count += 1
        return self.count - 1

    def rule(self, terms, least, most):
        columns = [column for column, _value in terms]
        self.highs.addRow(float(least), float(most), len(terms), columns, [float(value) for _column, value in terms])

    def solved(self):
        """The least cost, None where there is no way."""
        self.highs.run()
        if self.highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return round(self.highs.getInfo().objective_function_value)


def fewest_moved(wanted, kept_apart):
    """Return how many sit out at least, and how many must then move so that all kept apart stay apart."""
    sit_outs = _model(wanted, (), None, lambda place, _home: place == OUT).solved()

    def moves(place, home):
        return home is not None and place != home

    return sit_outs, _model(wanted, kept_apart, sit_outs, moves).solved()


def _model(wanted, kept_apart, sit_outs, cost):
    draw, model = wanted.draw, Model()
    frozen = {id_ for number in wanted.frozen for id_ in wanted.tables[number]}
    players = [e.id for e in draw.entrants if e.active and e.id not in frozen]
    tables = {number: table for number, table in wanted.tables.items() if number not in wanted.frozen}
    home = dict.fromkeys(wanted.sit_out, OUT) | {id_: n for n, table in tables.items() for id_ in table}
    new = range(1000, 1000 + len(players) // min(draw.sizes) + 1)
    at = {(p, n): model.choice(cost(n, home.get(p))) for p in players for n in (OUT, *tables, *new)}
    for player in players:
        model.rule([(at[player, number], 1) for number in (OUT, *tables, *new)], 1, 1)
    for number in (*tables, *new):
        sizes = {*draw.sizes, len(tables[number]) if number in tables else draw.sizes[0]}
        chosen = {size: model.choice() for size in sizes}
        model.rule([(column, 1) for column in chosen.values()], 0, 1)
        seated = [(at[player, number], 1) for player in players]
        model.rule(seated + [(column, -size) for size, column in chosen.items()], 0, 0)
    for player in players:
        stays = player in draw.fixed and draw.fixed[player] == home.get(player)
        sure, possible = stays or player in wanted.benched, stays or player not in wanted.spared
        model.rule([(at[player, home[player] if stays else OUT], 1)], sure, possible)
    for one, other in (pair for pair in kept_apart if {*pair} <= {*players}):
        for number in (*tables, *new):
            if not home.get(one) == home.get(other) == number:
                model.rule([(at[one, number], 1), (at[other, number], 1)], 0, 1)
    if sit_outs is not None:
        model.rule([(at[player, OUT], 1) for player in players], sit_outs, sit_outs)
    return model


def fewest_corrected(wanted):
    """Return how many must move so that nobody with a changed score sits in another group; None if impossible."""
    draw, model = wanted.draw, Model()
    now = {e.id: e.score for e in draw.entrants if e.active}
    tables = {number: table for number, table in wanted.tables.items() if number not in wanted.frozen}
    home = {id_: number for number, table in tables.items() for id_ in table}
    before = {id_: wanted.drawn_scores[id_] for id_ in home}
    least = {number: min(map(before.get, table)) for number, table in tables.items()}
    most = {number: max(map(before.get, table)) for number, table in tables.items()}

    def belongs(player, number):
        """Return whether a place of this score is among the places of the table, by counting better scores."""
        above = sum(now[other] > now[player] for other in home)
        beside = sum(now[other] == now[player] for other in home)
        first = sum(score > most[number] for score in before.values())
        end = sum(score >= least[number] for score in before.values())
        return above < end and first < above + beside

    at = {}
    for player in home:
        wrong = now[player] != before[player] and not belongs(player, home[player])
        fixed = draw.fixed.get(player)
        for number in tables:
            there = number == home[player]
            may = (not wrong or fixed == number) if there else belongs(player, number) and fixed in (None, number)
            if fixed == home[player] != number or not may:
                continue
            at[player, number] = model.choice(not there)
        model.rule([(at[player, number], 1) for number in tables if (player, number) in at], 1, 1)
    for number, table in tables.items():
        model.rule([(at[player, number], 1) for player in home if (player, number) in at], len(table), len(table))
    for one, other in (pair for pair in draw.forbidden if {*pair} <= {*home}):
        for number in tables:
            if not home[one] == home[other] == number and {(one, number), (other, number)} <= {*at}:
                model.rule([(at[one, number], 1), (at[other, number], 1)], 0, 1)
    return model.solved()
