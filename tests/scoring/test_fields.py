"""A field's declaration reads it, describes it, and refuses invalid values."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.fields import Choice, Field, Kind, object_schema, read_fields
from scoring.reading import read_options
from scoring.registry import RULESETS, find

NUMBER = Field(name="number", label="Number", minimum=5, maximum=50, multiple_of=5)
OPEN = Field(name="open", label="Open", optional=True)
YES = Field(name="yes", label="Yes", kind=Kind.BOOLEAN, default=False)
WORD = Field(
    name="word", label="Word", help="One of two", choices=(Choice("a", "Letter"), Choice(1, "Digit")), default="a"
)
FIELDS = (NUMBER, OPEN, YES, WORD)

ODD = [None, True, False, 0, 1, 5, 7, 50, 55, -5, 0.5, "a", "b", "5", "", [], {}, ["a"]]


def test_a_field_as_json_schema():
    assert NUMBER.json_schema() == {"title": "Number", "type": "integer", "minimum": 5, "maximum": 50, "multipleOf": 5}
    assert YES.json_schema() == {"title": "Yes", "default": False, "type": "boolean"}
    assert WORD.json_schema(str.upper) == {
        "title": "WORD",
        "description": "ONE OF TWO",
        "default": "a",
        "enum": ["a", 1],
        "oneOf": [{"const": "a", "title": "LETTER"}, {"const": 1, "title": "DIGIT"}],
    }


def test_an_object_as_json_schema():
    schema = object_schema(FIELDS)
    assert list(schema["properties"]) == ["number", "open", "yes", "word"]
    assert schema["required"] == ["number"]
    assert schema["additionalProperties"] is False


def test_reading_fills_defaults_in():
    assert read_fields(FIELDS, {"number": 5}) == ({"number": 5, "yes": False, "word": "a"}, [])


def test_reading_tells_every_problem():
    raw = {"open": "x", "yes": 1, "word": True, "more": 1}
    values, problems = read_fields(FIELDS, raw)
    assert values == {}
    assert [(problem.code, problem.pointer[0]) for problem in problems] == [
        ("missing_field", "number"),
        ("not_an_integer", "open"),
        ("not_a_boolean", "yes"),
        ("not_a_choice", "word"),
        ("unknown_field", "more"),
    ]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_schema_and_reading_agree_on_one_value(field, value):
    assert Draft202012Validator(field.json_schema()).is_valid(value) is field.accepts(value)


def declared(ruleset):
    options = {field.name: field.default for field in ruleset.option_fields}
    yield "options", ruleset.option_fields
    yield "table", ruleset.table_fields
    for playing in (None, *ruleset.sides):
        yield f"line of {playing}", ruleset.line_fields(options, playing)
        yield f"hand of {playing}", ruleset.hand_fields


def groups():
    """Return the fields that the games declare, each group once, under its first name."""
    matches = []
    for ruleset in RULESETS:
        for name, fields in declared(ruleset):
            if list(fields) not in [list(other) for _name, other in matches]:
                matches.append((f"{ruleset.slug}: {name}", fields))
    return [pytest.param(fields, id=name) for name, fields in matches]


GROUPS = groups()
values = st.sampled_from(ODD) | st.integers(-10, 300)


@cache
def validator(fields):
    return Draft202012Validator(object_schema(fields))


def edges(field):
    """Each choice of a field, or its bounds with their neighbours."""
    around = {bound + step for bound in (field.minimum, field.maximum) for step in (-field.multiple_of, -1, 0, 1)}
    return [choice.value for choice in field.choices] or sorted(around)


@pytest.mark.parametrize("fields", GROUPS)
def test_schema_and_reading_agree_at_the_edges_of_every_field(fields):
    for field in fields:
        schema = Draft202012Validator(field.json_schema())
        for value in edges(field):
            assert schema.is_valid(value) is field.accepts(value), (field.name, value)


@pytest.mark.parametrize("fields", GROUPS)
@settings(max_examples=40)  # of each of 53 groups; the edges of each field are all tried above
@given(st.data())
def test_schema_and_reading_agree_on_every_game(fields, data):
    drawn = {field.name: st.sampled_from(edges(field)) | values for field in fields}
    raw = data.draw(st.fixed_dictionaries({}, optional={**drawn, "other": values}))
    assert validator(fields).is_valid(raw) is (read_fields(fields, raw)[1] == [])


@pytest.mark.parametrize("fields", GROUPS)
def test_defaults_are_values_that_may_be_given(fields):
    for field in fields:
        assert field.default is None or field.accepts(field.default)
        assert not (field.required and field.default is not None)


def test_every_rule_set_introduces_itself():
    assert [find(ruleset.slug) for ruleset in RULESETS] == list(RULESETS)
    assert len({ruleset.slug for ruleset in RULESETS}) == len(RULESETS)
    for ruleset in RULESETS:
        options = {field.name: field.default for field in ruleset.option_fields}
        assert ruleset.title
        assert ruleset.source
        assert ruleset.method in {"total", "places", "victory-points", "match-points"}
        assert ruleset.seats_per_side(options) * len(ruleset.sides) > 0


def test_seats_of_a_side():
    seats = {
        (slug, players): find(slug).seats_per_side({"players": players})
        for slug, players in [("brisca", 2), ("brisca", 6), ("buraco", 2), ("buraco", 4)]
    }
    assert list(seats.values()) == [1, 3, 1, 2]


@pytest.mark.parametrize(
    ("slug", "options", "playing", "sums"),
    [
        ("busca-accademia", {}, 4, {"points": 40, "tricks": 10}),
        ("busca-elimination", {}, 2, {"points": 40, "tricks": 10}),
        ("buddha", {}, 5, {"tricks": 13}),
        ("brisca", {}, 2, {"points": 120, "cards": 40}),
        ("brisca-mariaje", {"players": 6}, 2, {"points": 120, "cards": 48}),
        ("briscola-chiamata", {}, 5, {}),
        ("brisca-rematada", {}, 3, {"points": 120}),
        ("buraco", {}, 2, {}),
    ],
)
def test_what_a_column_adds_up_to(slug, options, playing, sums):
    ruleset = find(slug)
    assert ruleset.sums(read_options(ruleset, options), playing) == sums


def test_only_the_accademia_names_its_pack():
    assert [ruleset.slug for ruleset in RULESETS if ruleset.names_pack] == ["busca-accademia"]
