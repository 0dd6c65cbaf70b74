"""The program beside a plain second computation, through whole years."""

from random import Random

import pytest

from tests.ranking.seasons import plain, test_regulations, years
from tournaments.ranking.seasons import Declaration, rank_season, read_declaration, unscaled


def computed(raw, evenings, seed):
    """The program's standing in the form of the plain one."""
    declaration = read_declaration(raw)
    assert isinstance(declaration, Declaration), declaration
    rows = rank_season(declaration, years.as_evenings(evenings), lot_seed=seed)
    return [
        (
            row.ranked.place,
            row.line.who,
            row.ranked.score,
            sorted((u.evening, u.round, unscaled(u.value), u in row.line.counted) for u in row.line.units),
            [part and part.place for part in row.parts],
        )
        for row in rows
    ]


def follow(seed, raw, evenings, players):
    """A year, evening by evening, with corrections of earlier ones; one player has two records, merged meanwhile."""
    chance, last = Random(seed), len(evenings)
    person, since, merged_at = chance.randint(1, players), chance.randrange(last), chance.randint(1, last)
    second = person + 1000
    evenings = [*evenings[:since], *years.renamed(evenings[since:], person, second)]
    for number in range(1, last + 1):
        if chance.random() < 0.3:
            at = chance.randrange(number)
            evenings[at] = years.corrected(chance, evenings[at])
        if number == merged_at:
            evenings = years.renamed(evenings, second, person)
        assert computed(raw, evenings[:number], seed) == plain.standing(raw, evenings[:number], seed), number


def follow_any(seed, players):
    follow(seed, *years.a_year(Random(seed), players), players)


@pytest.mark.parametrize("seed", range(20))
def test_a_year_of_a_small_club(seed):
    follow_any(seed, players=9)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(5))
def test_five_hundred_years(hundred):
    for seed in range(100 * hundred, 100 * (hundred + 1)):
        follow_any(1000 + seed, players=11)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "rounds"), [("BURRACO", 2, 3), ("TRICKS", 1, 2), ("CIRCUIT", 1, 2), ("LEAGUE", 1, 2)]
)
def test_a_year_of_sixty_by_a_printed_regulation(name, size, rounds):
    raw = {**getattr(test_regulations, name), "listed": "all"}
    follow(60, raw, years.the_evenings(Random(60), raw, size, rounds, players=60), players=60)


def test_the_order_of_results_does_not_matter():
    chance = Random(7)
    raw, evenings = years.a_year(chance, players=12)
    before = computed(raw, evenings, 7)
    for evening in evenings:
        chance.shuffle(evening["rows"])
    assert computed(raw, evenings, 7) == before
