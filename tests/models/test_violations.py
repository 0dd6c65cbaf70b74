"""The response to each violated constraint: none is reported as a race unless it is one."""

import sqlite3
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError

from tournaments.actions.core.constraint_faults import REFERRING, refusal_of
from tournaments.actions.core.rows import refusal_of_database
from tournaments.models import FixedTable, Hand, LedgerEntry, Penalty

from ..halls import a_round, a_table, a_tournament, play

MODELS = [m for m in apps.get_app_config("tournaments").get_models() if m._meta.managed]
UNIQUE = {
    **{c.name: (m, c.fields, c.condition) for m in MODELS for c in m._meta.constraints if hasattr(c, "fields")},
    **{
        f"{m._meta.model_name}.{f.name}": (m, (f.name,), None)
        for m in MODELS
        for f in m._meta.local_fields
        if f.unique and not f.primary_key
    },
}
CHECKS = {c.name: m for m in MODELS for c in m._meta.constraints if isinstance(c, models.CheckConstraint)}
PROTECTED = [(m, r.related_model) for m in MODELS for r in m._meta.related_objects if r.on_delete is models.PROTECT]
REQUIRED = [(m, f.name) for m in MODELS for f in m._meta.local_fields if not (f.null or f.primary_key or f.is_relation)]
FITTING = {
    "club": {"paper_size": "a4"},
    "membership": {"role": "owner"},
    "formerrole": {"role": "owner"},
    "player": {"shown_as": "full", "alias": ""},
    "playermerge": {"into_id": 99},
    "victorypointtable": {f"limit_{place}": Decimal(place) for place in range(1, 11)},
    "seasonconsent": {"consent": "asked"},
    "keptapart": {"other_id": 99},
    "entry": {"status": "active", "until_round": None},
    "stage": {"first": 1, "last": 1, "carry": "all", "share": None},
    "decision": {"kind": "forfeit", "round_number": 1},
    "hand": {"state": "confirmed", "is_current": False},
    "announcement": {"is_current": False},
    "screen": {"seconds": 8, "look": "dark", "reach": "10"},
    "comparison": {"percent": 5},
    "clubgame": {"version": 1, "base": "points"},
    "apitoken": {"tournament_id": None},
}
"""What a row of a model needs besides values of the right type."""
VIOLATING = {
    "known_paper_size": {"paper_size": "a0"},
    "known_role": {"role": "cook"},
    "known_former_role": {"role": "cook"},
    "alias_where_not_shown_in_full": {"alias": "A."},
    "merged_into_another": {"into_id": 1, "player_id": 1},
    "vp_limits_rise": {"limit_1": Decimal(9)},
    "versions_count_from_one": {"version": 0},
    "known_base_of_a_game": {"base": "busca-accademia"},
    "kept_apart_in_order": {"one_id": 99},
    "fixed_at_a_table": {"number": 0},
    "hands_count_from_one": {"number": 0},
    "what_is_current_stands": {"state": "void", "is_current": True},
    "announced_from_hand_one": {"number": 0},
    "one_reach": {"club_id": 1, "tournament_id": 1},
    "comparison_percent_is_valid": {"percent": 101},
    "award_is_worth_something": {"kind": "award", "amount": None},
    "disqualified_without_an_amount": {"kind": "disqualified", "amount": Decimal(1)},
    "turns_have_a_hand": {"from_hand": 0},
    "left_after_a_round": {"status": "withdrawn", "until_round": None},
    "places_in_order": {"first": 0},
    "share_where_carried": {"share": 50},
    "known_consent": {"consent": "maybe"},
    "factor_is_positive": {"factor": Decimal(0)},
    "fee_is_not_negative": {"amount": Decimal(-1)},
    "paid_is_not_negative": {"paid": Decimal(-1)},
    "owed_is_not_negative": {"owed": Decimal(-1)},
    "penalty_is_positive": {"amount": Decimal(0)},
    "screen_turns_at_a_readable_pace": {"seconds": 1},
    "screen_has_a_look": {"look": "pink"},
    "screen_has_a_reach": {"reach": "99"},
}
CONDITIONS = {
    "one_round_unpublished": {"state": "draft"},
    "player_once_per_round": {"to_hand": None},
    "one_device_per_seat": {"released_at": None},
    "one_current_version_per_hand": {"is_current": True},
    "one_current_announcement_per_hand": {"is_current": True},
    "one_open_call_per_table": {"answered_at": None},
    "disqualified_once": {"kind": "disqualified", "amount": None, "cancelled_at": None},
}
"""What rows must hold for a constraint that is not about all of them."""
BY_TYPE = [
    (models.ForeignKey, lambda _field, n: n),
    (models.BooleanField, lambda _field, _n: False),
    (models.DateTimeField, lambda _field, n: datetime(2026, 1, n, tzinfo=UTC)),
    (models.DateField, lambda _field, n: date(2026, 1, n)),
    (models.JSONField, lambda _field, _n: {}),
    (models.BinaryField, lambda _field, _n: b""),
    (models.DecimalField, lambda _field, n: Decimal(n)),
    (models.IntegerField, lambda _field, n: n),
    (models.Field, lambda field, n: f"{n}{field.name}"[: field.max_length or 20]),
]


def a_row(model, n, **values):
    """Return a row with values of the right types, different ones for another `n`; its references may lead nowhere."""
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    made = {f.attname: next(make for kind, make in BY_TYPE if isinstance(f, kind))(f, n) for f in fields}
    return model(**made | FITTING.get(model._meta.model_name, {}) | values)


def code_of(act):
    """The code of the refusal for the constraint that this violates."""
    with pytest.raises(IntegrityError) as violated, transaction.atomic():
        act()
    return refusal_of_database(violated.value).codes[0]


def attnames(model, fields):
    return [model._meta.get_field(name).attname for name in fields]


@pytest.mark.parametrize("name", UNIQUE)
def test_unique_constraints_refuse_duplicates(name, each_database_rolled_back):
    model, fields, condition = UNIQUE[name]
    assert (name in CONDITIONS) == (condition is not None)
    with transaction.atomic():
        first, other = (a_row(model, n, **CONDITIONS.get(name, {})) for n in (1, 2))
        _insert(first)
        for field in attnames(model, fields):
            setattr(other, field, getattr(first, field))
        assert code_of(lambda: _insert(other)) == "exists_already"
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", CHECKS)
def test_check_constraints_refuse_values(name, each_database_rolled_back):
    model = CHECKS[name]
    with transaction.atomic():
        assert code_of(lambda: _insert(a_row(model, 1, **VIOLATING[name]))) == "refused_by_database"
        _insert(a_row(model, 1))
        transaction.set_rollback(True)


@pytest.mark.parametrize(("model", "field"), REQUIRED)
def test_required_columns_refuse_null(model, field, each_database_rolled_back):
    row = a_row(model, 1)
    setattr(row, field, None)
    with transaction.atomic():
        assert code_of(lambda: _insert(row)) == "refused_by_database"
        transaction.set_rollback(True)


def _insert(row):
    """Store the row as it is: Django would fill in computed values."""
    fields = [field for field in row._meta.local_concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    stored = [(field, getattr(row, field.attname)) for field in fields]
    values = [None if value is None else field.get_db_prep_value(value, connection) for field, value in stored]
    marks = ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.execute(f'INSERT INTO "{row._meta.db_table}" ({columns}) VALUES ({marks})', values)


@pytest.mark.parametrize(("model", "referring"), PROTECTED)
def test_refusal_names_the_referring_rows(model, referring):
    refusal = refusal_of(ProtectedError("protected", {referring(pk=1)}))
    assert refusal.codes == ["in_use"]
    assert str(REFERRING[referring]) in refusal.problems[0].text()


def test_a_row_that_is_protected(each_database_rolled_back):
    entry = a_tournament().entries.first()
    Penalty.objects.create(
        tournament=entry.tournament, entry=entry, amount=1, reason="x", issued_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    assert code_of(entry.delete) == "in_use"
    assert code_of(entry.players.get().delete) == "in_use"


@pytest.mark.postgres
def test_a_row_that_is_gone_is_a_race(postgres):
    entry = a_tournament().entries.first()
    assert code_of(lambda: FixedTable.objects.create(entry_id=entry.pk + 10**6, number=1)) == "changed_meanwhile"


def test_a_row_that_is_gone_is_a_race_in_sqlite_too():
    """On a database of its own: within a test's transaction nothing is committed."""
    with sqlite3.connect(":memory:") as made:
        made.executescript("PRAGMA foreign_keys = ON; CREATE TABLE a (id PRIMARY KEY)")
        made.execute("CREATE TABLE b (a REFERENCES a DEFERRABLE INITIALLY DEFERRED)")
        made.execute("INSERT INTO b VALUES (7)")
        with pytest.raises(sqlite3.IntegrityError) as violated:
            made.commit()
        made.rollback()
    fault = IntegrityError("FOREIGN KEY constraint failed")
    fault.__cause__ = violated.value
    assert refusal_of_database(fault).codes == ["changed_meanwhile"]


@pytest.mark.parametrize("act", ["edit a tally", "delete a hand", "edit the ledger"])
def test_what_no_action_does(act, each_database_rolled_back):
    play(a_table(a_round()))
    acts = {
        "edit a tally": lambda: Hand.objects.update(number=9),
        "delete a hand": lambda: Hand.objects.filter(pk__gt=0)._raw_delete("default"),
        "edit the ledger": lambda: LedgerEntry.objects.update(kind="x"),
    }
    assert code_of(acts[act]) == "refused_by_database"


def test_every_constraint_was_violated():
    others = {type(c) for m in MODELS for c in m._meta.constraints} - {models.UniqueConstraint, models.CheckConstraint}
    assert not others
    assert CHECKS.keys() == VIOLATING.keys()
    assert {referring for _model, referring in PROTECTED} == REFERRING.keys()
    assert not any(m._meta.unique_together for m in MODELS)
