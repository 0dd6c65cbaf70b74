"""The rounds of a hall, and its entries by their numbers."""

from tournaments.models import Entry

ROUNDS = "tournaments/serata/rounds/"
ROUND = ROUNDS + "1/"


def ids(*numbers):
    by_number = dict(Entry.objects.values_list("number", "pk"))
    return [by_number[number] for number in numbers]
