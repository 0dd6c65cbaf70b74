"""The program beside a plain second computation, through whole years."""

from random import Random

import pytest

from tests.ranking.seasons import plain, years
from tournaments.ranking.seasons import Declaration, rank_season, read_declaration


def computed(raw, evenings, seed):
    """The program's standing in the form of the plain one."""
    declaration = read_declaration(raw)
    assert isinstance(declaration, Declaration), declaration
    rows = rank_season(declaration, years.as_evenings(evenings), lot_seed=seed, earlier={})
    return [
        (
            row.ranked.place,
            row.line.who,
            row.ranked.score,
            sorted((u.evening, u.round, u.value, u in row.line.counted) for u in row.line.units),
            [part and part.place for part in row.parts],
        )
        for row in rows
    ]


def follow(seed, players):
    """A year, evening by evening; then an early correction and a merge of two records."""
    chance = Random(seed)
    raw, evenings = years.a_year(chance, players)
    for number in range(1, len(evenings) + 1):
        assert computed(raw, evenings[:number], seed) == plain.standing(raw, evenings[:number], seed), number
    evenings[0] = years.corrected(chance, evenings[0])
    evenings = years.merged(evenings, *chance.sample(range(1, players + 1), 2))
    assert computed(raw, evenings, seed) == plain.standing(raw, evenings, seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_year_of_a_small_club(seed):
    follow(seed, players=9)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(5))
def test_five_hundred_years(hundred):
    for seed in range(100 * hundred, 100 * (hundred + 1)):
        follow(1000 + seed, players=11)


def test_the_order_of_results_does_not_matter():
    chance = Random(7)
    raw, evenings = years.a_year(chance, players=12)
    before = computed(raw, evenings, 7)
    for evening in evenings:
        chance.shuffle(evening["rows"])
    assert computed(raw, evenings, 7) == before
