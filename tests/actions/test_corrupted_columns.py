"""A changed column is found by verification, for every column."""

import pytest
from django.apps import apps
from django.db import transaction

from tests.halls import a_user
from tournaments.models import Player, Tournament

from .corrupted.entries import ENTRIES
from .corrupted.hands import HANDS
from .corrupted.harmless import HARMLESS, HARMLESS_MODELS
from .corrupted.rounds import ROUNDS
from .corrupted.tournaments import TOURNAMENTS
from .corrupting import an_evening, behind_its_back, places

pytestmark = pytest.mark.django_db
CORRUPTED = [*HANDS, *ENTRIES, *ROUNDS, *TOURNAMENTS]


@pytest.fixture(scope="module")
def recorded(module_db):
    tournament = an_evening()
    a_user("somebody else")
    return tournament.pk


@pytest.fixture
def evening(recorded, db):
    return Tournament.objects.get(pk=recorded)


@pytest.mark.slow
def test_unchanged_rows_verify(evening):
    assert places() == []


@pytest.mark.slow
@pytest.mark.parametrize(("model", "rows", "place", "columns"), CORRUPTED, ids=[each[0].__name__ for each in CORRUPTED])
def test_each_changed_column_is_named(evening, model, rows, place, columns):
    assert [column for column, value in columns.items() if not is_named(place, model, rows, column, value)] == []


def is_named(place, model, rows, column, value):
    """Whether something there does not agree while this column is another; then it is as it was."""
    name = model._meta.get_field(column).column
    with transaction.atomic():
        behind_its_back(f"UPDATE {model._meta.db_table} SET {name} = {value} WHERE {rows}")
        found = (at for tournament in Tournament.objects.order_by("pk") for at in places(tournament))
        named = any(at.startswith(place) for at in found)
        transaction.set_rollback(True)
    return named


def test_another_name_of_a_player_is_named(evening):
    pk = evening.entries.first().players.get().pk
    behind_its_back(f"UPDATE tournaments_player SET name = 'Another' WHERE id = {pk}")
    assert "entry 1" in places(evening)


def test_another_alias_of_a_player_is_named(evening):
    pk = evening.entries.first().players.get().pk
    behind_its_back(f"UPDATE tournaments_player SET shown_as = 'code', alias = 'Another' WHERE id = {pk}")
    assert "entry 1" in places(evening)


def looked_at():
    """The columns that are changed, by model."""
    columns = {Player: {"name", "alias"}}
    for model, _rows, _place, changed in CORRUPTED:
        columns.setdefault(model, set()).update(changed)
    return columns


@pytest.mark.parametrize("model", [*apps.get_app_config("tournaments").get_models()], ids=lambda model: model.__name__)
def test_no_column_is_forgotten(model):
    """A new column must be recorded in the ledger, or be listed as harmless with a reason."""
    if model in HARMLESS_MODELS:
        assert model not in looked_at()
        return
    columns = {field.name for field in model._meta.concrete_fields} - {"id"}
    harmless = set(HARMLESS.get(model, {}))
    assert columns == looked_at()[model] | harmless
    assert not looked_at()[model] & harmless
