"""Every form of an evening, submitted twice, has one effect."""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.db import transaction
from django.urls import reverse

from tests.clock import stand_still
from tests.halls import a_round, a_tournament, director_of, play
from tests.parameters import slowly
from tournaments.actions import sweep
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.setup import archiving
from tournaments.models import (
    Club,
    Decision,
    Entry,
    Hand,
    Invitation,
    LedgerEntry,
    Membership,
    Penalty,
    Player,
    Round,
    Seat,
    Tournament,
)

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(240)]
COUNTED = (LedgerEntry, Entry, Player, Round, Hand, Club, Tournament, Invitation, Membership)
LONG_NAME = "Maddalena" * 11
DEEDS = [8, 11, 2, 19]
ELSEWHERE = re.compile(r"kiosk|logout|sign|preferences|tokens|password|\.(pdf|csv|ics|svg|png)|/api/|static")
TYPED = {"reason": "Because", "why": "Because", "name": LONG_NAME, "amount": "5", "minutes": "5", "names": "A\nB"}
MOST_PAGES = 170


class Page(HTMLParser):
    """The links and the forms of a page, each with its present values."""

    def __init__(self, response):
        super().__init__()
        self.links, self.forms, self._form, self._text, self._select = [], [], None, None, None
        self._is_required = False
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        name, value = given.get("name"), given.get("value") or ""
        if tag == "a":
            self.links.append(given.get("href") or "")
        elif tag == "form":
            self._form = {"to": given.get("action") or "", "post": given.get("method") == "post", "with": {}, "by": []}
            self.forms.append(self._form)
        elif self._form is None:
            pass
        elif tag == "button":
            self._form["by"].append((given.get("formaction"), name, value))
        elif tag == "input" and name and given.get("type") != "file":
            self._fill(name, value, given)
        elif tag == "textarea":
            self._text = name
        elif tag == "select":
            self._select, self._is_required = name, "required" in given
        elif tag == "option" and self._select and "selected" in given and (value or not self._is_required):
            self._form["with"][self._select] = value
        elif tag == "option" and self._select and value:
            self._form["with"].setdefault(self._select, value)

    def _fill(self, name, value, given):
        if given.get("type") in ("checkbox", "radio"):
            if "checked" in given or given["type"] == "radio":
                self._form["with"].setdefault(name, value)
        else:
            self._form["with"][name] = value or TYPED.get(name, "")

    def handle_data(self, data):
        if self._text and self._form:
            self._form["with"][self._text] = data.strip() or TYPED.get(self._text, "")

    def handle_endtag(self, tag):
        if tag == "textarea" and self._text and self._form:
            self._form["with"].setdefault(self._text, TYPED.get(self._text, ""))
        if tag in ("textarea", "form"):
            self._text = None
        if tag in ("select", "form"):
            self._select = None
        if tag == "form":
            self._form = None


def evening(club, stage):
    """An evening of 17 as far as this stage, one of them with a name of a hundred letters."""
    tournament = a_tournament(club, players=16, name="Serata", rounds=3, table={"hands": 2})
    by = director_of(tournament)
    registration.register(tournament, [Candidate(names=(LONG_NAME,), new=True)], by=by)
    if stage == "registration":
        return
    first = drafts.draw_round(tournament, by=by, seed=3)
    if stage == "draft":
        return
    rounds.publish_round(first, by=by)
    for table in first.tables.order_by("number")[: None if stage != "in play" else 2]:
        for number in (1, 2):
            play(table, number, DEEDS)
    if stage == "in play":
        return
    rounds.close_round(first, by=by)
    sweep.refresh_stale_standings()
    if stage == "second round":
        a_round(tournament)


def counts():
    return [model.objects.count() for model in COUNTED]


def shape(address):
    return re.sub(r"\d+", "N", address)


def sent_twice(client, path, form, button):
    """Return what is wrong with this form, sent twice by this button."""
    action, name, value = button
    data = form["with"] | ({name: value} if name else {})
    where = action or form["to"] or path
    with transaction.atomic():
        first = client.post(where, data).status_code
        once = counts()
        second = client.post(where, data).status_code
        wrong = [first, second, client.get(path).status_code] if max(first, second) >= 500 else []
        wrong += ["twice"] if counts() != once else []
        transaction.set_rollback(True)  # the next form finds the evening as it was
    return [(shape(where), name, value, wrong)] if wrong else []


def pages(client, club):
    """Every page that a director comes to by links, two of each kind."""
    waiting = ["/tournaments/serata/desk/", "/tournaments/serata/registration/", f"/clubs/{club.slug}/"]
    seen = []
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0).partition("#")[0]
        if not path.startswith("/") or path in seen or ELSEWHERE.search(path):
            continue
        if [shape(one) for one in seen].count(shape(path)) >= 2:
            continue
        seen.append(path)
        answer = client.get(path)
        assert answer.status_code < 500, path
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            page = Page(answer)
            waiting += [path.partition("?")[0] + to if to.startswith("?") else to for to in page.links]
            yield path, page


@pytest.mark.parametrize("stage", slowly("registration", "draft", "in play", "closed", "second round"))
def test_a_double_click_does_it_once(club, owner, stage):
    evening(club, stage)
    tried, wrong = set(), []
    for path, page in pages(owner, club):
        for form in filter(lambda form: form["post"] and not ELSEWHERE.search(form["to"]), page.forms):
            for button in form["by"] or [(None, None, "")]:
                kind = (shape(button[0] or form["to"] or path), button[1], shape(button[2]))
                if kind not in tried:
                    tried.add(kind)
                    wrong += sent_twice(owner, path, form, button)
    assert wrong == []
    assert len(tried) > 30


def test_the_form_of_a_new_tournament_makes_one_for_each_plan(club, director):
    where = reverse("create-tournament-as", args=[club.slug, "busca-accademia"])
    form = next(form for form in Page(director.get(where)).forms if "form" in form["with"])
    plan = form["with"] | {"name": "Serata"}
    first, second = director.post(where, plan), director.post(where, plan)
    assert (first.status_code, second["Location"]) == (302, first["Location"])
    assert Tournament.objects.count() == 1
    director.post(where, plan | {"name": "Finale"})
    assert [*Tournament.objects.order_by("pk").values_list("name", flat=True)] == ["Serata", "Finale"]


def test_the_form_of_a_tournament_that_was_deleted_does_not_make_it_again(club, director):
    where = reverse("create-tournament-as", args=[club.slug, "busca-accademia"])
    form = next(form for form in Page(director.get(where)).forms if "form" in form["with"])
    plan = form["with"] | {"name": "Serata"}
    director.post(where, plan)
    made = Tournament.objects.get()
    archiving.delete_tournament(made, by=director_of(made))
    again = director.post(where, plan)
    assert (again.status_code, Tournament.objects.count()) == (422, 0)
    assert "This tournament was deleted: open the page again to create another." in again.content.decode()


@pytest.mark.parametrize("kind", ["penalty", "award", "forfeit", "absent", "disqualified"])
def test_a_decision_is_made_once_for_each_form_and_what_it_says(club, director, kind):
    evening(club, "in play")
    form = next(form for form in Page(director.get("/tournaments/serata/decisions/")).forms if "amount" in form["with"])
    entry, round_ = Entry.objects.earliest("pk").pk, Round.objects.get().pk
    sent = form["with"] | {"kind": kind, "entry": entry, "round": round_, "amount": "4", "reason": "Late"}
    told = [director.post("/tournaments/serata/decisions/", sent, follow=True) for _press in range(2)]
    assert ["Decision saved" in answer.content.decode() for answer in told] == [True, True]
    assert (Decision.objects.count(), Penalty.objects.count()) == (int(kind != "penalty"), int(kind == "penalty"))
    director.post("/tournaments/serata/decisions/", sent | {"entry": entry + 1, "reason": "Later"})
    assert Decision.objects.count() + Penalty.objects.count() == 2


def test_a_decision_that_was_taken_back_is_not_made_again_by_its_form(club, director):
    evening(club, "in play")
    where = "/tournaments/serata/decisions/"
    form = next(form for form in Page(director.get(where)).forms if "amount" in form["with"])
    sent = form["with"] | {"kind": "award", "entry": Entry.objects.earliest("pk").pk, "round": Round.objects.get().pk}
    sent |= {"amount": "4", "reason": "Late"}
    director.post(where, sent)
    director.post(reverse("take-back-decision", args=["serata", Decision.objects.get().pk]))
    director.post(where, sent)
    assert [made.cancelled_at is None for made in Decision.objects.all()] == [False]


def test_two_who_change_places_in_a_draft_do_so_once(club, director):
    evening(club, "draft")
    entries = [Seat.objects.filter(table__number=number).earliest("pk").entry_id for number in (1, 2)]
    where = "/tournaments/serata/rounds/1/"
    seated = [Seat.objects.get(entry=entry).table.number for entry in entries]
    form = next(form for form in Page(director.get(where + "draft/")).forms if form["to"] == where + "swap/")
    for _press in range(2):
        director.post(where + "swap/", form["with"] | {"entry": entries})
    assert [Seat.objects.get(entry=entry).table.number for entry in entries] == seated[::-1]


def test_what_was_pressed_twice_is_said_once(club, director):
    evening(club, "in play")
    for _press in range(2):
        director.post("/tournaments/serata/rounds/1/clock/", {"minutes": "30"})
    page = director.get("/tournaments/serata/desk/").content.decode()
    assert page.count("The clock was started.") == 1


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_any_form_of_an_old_page_after_any_other_is_answered(club, owner):
    evening(club, "in play")
    forms = {}
    for path, page in pages(owner, club):
        for form in filter(lambda form: form["post"] and not ELSEWHERE.search(form["to"]), page.forms):
            for action, name, value in form["by"] or [(None, None, "")]:
                where = action or form["to"] or path
                sent = form["with"] | ({name: value} if name else {})
                if where.startswith("/tournaments/"):
                    forms.setdefault((shape(where), name, shape(value)), (where, sent))
    told = [status for at in range(3) for status in answers(owner, [*forms.values()], at)]
    assert (len(told) > 300, max(told)) == (True, 422)


def answers(client, forms, at):
    """The statuses of forms that follow one of every third form, as it changed the evening."""
    for where, sent in forms[at::9]:
        with transaction.atomic():
            client.post(where, sent)
            for after, also in forms:
                with transaction.atomic():
                    yield client.post(after, also).status_code
                    transaction.set_rollback(True)
            transaction.set_rollback(True)


def test_a_tournament_sent_again_a_minute_later_is_made_once(club, owner, monkeypatch):
    where = reverse("create-tournament-as", args=[club.slug, "brisca-mexican"])
    stand_still(monkeypatch)
    form = next(form for form in Page(owner.get(where)).forms if "name" in form["with"])
    owner.post(where, form["with"])
    stand_still(monkeypatch, later=timedelta(minutes=1))
    owner.post(where, form["with"])
    assert Tournament.objects.count() == 1
