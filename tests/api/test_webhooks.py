"""Webhooks by the API: made, changed and deleted by owners, with the log of deliveries."""

import pytest

from tests.halls import a_tournament, a_user, director_of
from tournaments.actions.setup import tournaments
from tournaments.actions.webhooks import delivering
from tournaments.models import Webhook, WebhookDelivery

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
WEBHOOKS = "clubs/circolo-del-re/webhooks/"


@pytest.fixture
def made(owner, receiver):
    """A new webhook, as the API answers."""
    answer = owner.post(WEBHOOKS, {"address": receiver.endpoint("news")})
    assert answer.status_code == 201
    return answer.json()


def test_a_secret_is_shown_once_and_settings_can_be_changed(made, owner, receiver, club):
    own = f"webhooks/{made['id']}/"
    shown = {key: value for key, value in made.items() if key != "secret"}
    assert owner.get(own).json() == owner.get(WEBHOOKS).json()["results"][0] == shown
    assert (made["secret"][:6], made["events"][1], made["is_on"]) == ("whsec_", "round.published", True)
    changed = owner.patch(own, {"events": ["round.published"], "is_on": False}).json()
    assert changed == {**shown, "events": ["round.published"], "is_on": False}
    wrong = owner.patch(own, {"address": "https://localhost/", "events": []})
    assert faults(wrong) == [("/address", "private_address"), ("/events", "not_a_choice")]
    for _each in range(9):
        assert owner.post(WEBHOOKS, {"address": receiver.endpoint()}).status_code == 201
    assert codes(owner.post(WEBHOOKS, {"address": receiver.endpoint()}), 409) == ["too_many_webhooks"]
    assert (owner.delete(own).status_code, owner.get(own).status_code) == (204, 404)


def test_a_message_is_sent_again_while_its_tournament_is_public(made, owner, receiver, club):
    tournament = a_tournament(club, visibility="public")
    receiver.answers["/news"] = [(200, {}), (500, {})]
    delivering.deliver_webhook(made["id"])
    log = f"webhooks/{made['id']}/deliveries/"
    announced, first = owner.get(log).json()["results"]
    assert [first["state"], first["payload"]["type"], first["due_at"]] == ["delivered", "webhook.created", None]
    assert (announced["state"], announced["tries"][0]["status"]) == ("waiting", 500)
    assert announced["tries"][0]["at"].endswith("Z")  # as all other times
    assert announced["payload"]["data"]["tournament"]["slug"] == "serata"
    again = owner.post(f"{log}{announced['id']}/replay/").json()
    assert (again["message"], again["state"]) == (announced["message"], "waiting")
    delivering.deliver_webhook(made["id"])
    assert [headers["webhook-id"] for _path, headers, _body in receiver.taken[1:]] == [announced["message"]] * 2
    assert owner.get(log).json()["results"][0]["state"] == "delivered"
    tournaments.update_tournament(tournament, {"visibility": "private"}, by=director_of(tournament))
    assert codes(owner.post(f"{log}{announced['id']}/replay/"), 409) == ["not_public"]
    assert codes(owner.post(f"{log}9{announced['id']}/replay/"), 404) == ["not_found"]


def test_other_clubs_owners_and_directors_are_refused(made, director, receiver):
    stranger = Caller(a_user("otto"))
    delivery = WebhookDelivery.objects.get().pk
    for method, path in (
        ("GET", f"webhooks/{made['id']}/"),
        ("PATCH", f"webhooks/{made['id']}/"),
        ("DELETE", f"webhooks/{made['id']}/"),
        ("GET", f"webhooks/{made['id']}/deliveries/"),
        ("POST", f"webhooks/{made['id']}/deliveries/{delivery}/replay/"),
    ):
        body = None if method == "GET" else {}
        assert [each(method, path, body).status_code for each in (stranger, director)] == [403, 403]
    assert Webhook.objects.filter(stopped_at=None).count() == 1
