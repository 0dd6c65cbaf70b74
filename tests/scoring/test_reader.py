"""Reading raw JSON part by part: invalid values are reported at their place."""

from scoring.problems import Problem
from scoring.reader import Reader, is_boolean, is_integer, is_string

A_NUMBER = ("not_an_integer", "Enter a whole number")


def test_what_is_accepted_is_read_and_the_rest_reported():
    reader = Reader({"rounds": 4, "name": 7, "open": 1}, ("tournament",))
    read = [
        reader.at("rounds").take(is_integer, *A_NUMBER),
        reader.at("name", default="Serata").take(is_string, "not_a_string", "Write a text"),
        reader.at("open", default=False).take(is_boolean, "not_a_boolean", "Say yes or no"),
        reader.at("seed", default=0).take(is_integer, *A_NUMBER),
    ]
    assert read == [4, "Serata", False, 0]
    assert reader.problems == [
        Problem("not_a_string", "Write a text", {}, ("tournament", "name")),
        Problem("not_a_boolean", "Say yes or no", {}, ("tournament", "open")),
    ]


def test_entries_know_their_place():
    reader = Reader({"tables": [{"seats": [1, True]}, None]})
    for table in reader.at("tables").entries("wrong_type", "A list"):
        seats = table.as_object("wrong_type", "An object").at("seats")
        for seat in seats.entries("wrong_type", "From %(least)d", counts=range(1, 5), least=1):
            seat.take(is_integer, *A_NUMBER)
    assert [(str(problem), problem.pointer) for problem in reader.problems] == [
        ("Enter a whole number", ("tables", 0, "seats", 1)),
        ("An object", ("tables", 1)),
        ("From 1", ("tables", 1, "seats")),
    ]
