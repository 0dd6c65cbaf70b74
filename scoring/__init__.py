"""The rules of the card games: from tallies to scores, with the standard library alone.

A hand of Busca. North took 20 of the 40 points, East and South 10 each and West none: West
covered nothing, takes the busca, and the player to his right leads the next hand.

>>> from scoring.registry import find
>>> from scoring.table import TableRules, judge, state
>>> busca = find("busca-accademia")
>>> points = [20, 10, 10, 0]
>>> hand = judge(busca, {}, {"lines": [{"points": mine} for mine in points]})
>>> hand.scores
(0, 0, 0, 1)
>>> table = state(busca, {}, TableRules(hands=8), [hand])
>>> table.totals, table.places, table.next_lead, table.over
((0, 0, 0, 1), (1, 1, 1, 4), 2, False)

A hand that is impossible is refused, with all its problems and messages that help to correct it.

>>> points[0] = 21
>>> for problem in judge(busca, {}, {"lines": [{"points": mine} for mine in points]}):
...     print(problem.code, problem.text(), sep=": ")
sum_not_40: Total 41: take away 1
"""
