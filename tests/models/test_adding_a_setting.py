"""Adding a setting: one declaration and one migration are enough for all parts."""

import pytest

from tests.copies import a_copy, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DECLARATION = """    coffee_minutes = setting(
        number(_("Minutes for coffee"), 5, 60, _("Between two rounds.")), "ranking"
    )
"""

EVENING = """
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
from tests.halls import a_club, a_round, a_tournament, play
from tournaments.actions.setup import plans
from tournaments.actions.standings import standings
from tournaments.actions.setup.signing_in import create_token
from tournaments.actions.verification import verify
from tournaments.models import Scope, Tournament

setup_test_environment()
call_command("migrate", verbosity=0)
tournament = a_tournament(a_club())
owner = tournament.club.memberships.get().user
_token, secret = create_token(user=owner, name="x", scope=Scope.MANAGE)
client = Client(SERVER_NAME="localhost", headers={"Authorization": f"Token {secret}"})
API, JSON = "/api/v1/tournaments/serata/", {"content_type": "application/json"}

schemas = client.get("/api/v1/schema/").json()["components"]["schemas"]
for shape in ("TournamentChanges", "NewTournament", "Tournament"):
    described = schemas[shape]["properties"]["coffee_minutes"]
    assert (described["minimum"], described["maximum"]) == (5, 60), described
    words = (described["title"], described["description"])
    assert words == ("Minutes for coffee", "Between two rounds.")
assert client.get(API).json()["coffee_minutes"] is None

def refused(value):
    answer = client.patch(API, {"coffee_minutes": value}, **JSON)
    return answer.status_code, [(e["pointer"], e["code"]) for e in answer.json()["errors"]]

assert refused(4) == (422, [("/coffee_minutes", "out_of_range")])
assert refused("x") == (422, [("/coffee_minutes", "not_an_integer")])
changed = client.patch(API, {"coffee_minutes": 20}, **JSON)
assert changed.json()["coffee_minutes"] == 20, changed.json()

client.force_login(owner)
page = client.get("/tournaments/serata/plan/")
form = page.context["form"]
assert "Minutes for coffee" in page.content.decode()
assert "Between two rounds." in page.content.decode()
values = {n: form.get_initial_for_field(f, n) for n, f in form.fields.items()}
assert values["coffee_minutes"] == 20
sent = {n: v for n, v in values.items() if v not in (None, "")}
bad = client.post("/tournaments/serata/plan/", {**sent, "coffee_minutes": "3"})
assert bad.status_code == 422
assert bad.context["form"].errors == {"coffee_minutes": ["Enter a number from 5 to 60."]}
good = client.post("/tournaments/serata/plan/", {**sent, "coffee_minutes": "30"})
assert good.status_code == 302
tournament = Tournament.objects.get()
assert tournament.coffee_minutes == plans.plan_of(tournament)["coffee_minutes"] == 30
assert client.get("/tournaments/serata/plan/").context["form"].initial["coffee_minutes"] == 30

first, last = tournament.ledger.order_by("sequence").first(), tournament.ledger.latest("sequence")
assert (first.kind, first.facts["coffee_minutes"]) == ("tournament_created", None)
assert last.kind == "tournament_changed"
assert last.facts == {"changed": ["coffee_minutes"], "coffee_minutes": 30, "source": "web"}
assert tournament.revision > tournament.published_revision

play(a_round(tournament).tables.get(number=1))
standings.refresh(tournament.pk)
assert verify(Tournament.objects.get()).holds
Tournament.objects.update(coffee_minutes=40)
[finding] = verify(Tournament.objects.get()).findings
assert finding.detail == "its coffee_minutes is not what was recorded"
print("set")
"""


def test_new_setting_takes_one_declaration_and_one_migration(tmp_path):
    home = a_copy(tmp_path)
    model = home / "tournaments" / "models" / "tournament_settings.py"
    known, before = model.read_text(), "    class Meta:\n"
    assert known.count(before) == 1
    model.write_text(known.replace(before, f"{DECLARATION}{before}"))
    run(home, "makemigrations", "tournaments", "--name", "coffee")
    assert run(home, "shell", "--no-imports", "-c", EVENING).strip() == "set"
