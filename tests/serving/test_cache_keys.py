"""Parts of a request that change the public response, and parts that do not."""

import pytest

from tournaments.serving.cache_keys import PublicAddress, key_of, public_address

from .public_answers import JSON, LIVE, PAGE, ask

pytestmark = pytest.mark.django_db


def test_cache_key_depends_on_language_and_theme(server):
    italian, dark, english = server.get(ask(accept_language="it-IT,it;q=0.9"), ask(cookie="theme=dark"), ask())
    assert b'<html lang="it">' in italian.body
    assert b'<html lang="en" data-theme="dark">' in dark.body
    assert b'<html lang="en">' in english.body
    assert server.get(ask(cookie="django_language=it", accept_language="nl"))[0].body == italian.body
    assert server.asked == 3


def test_the_api_has_one_for_all_languages(server):
    italian, english = server.get(ask(LIVE, accept_language="it")) + server.get(ask(LIVE, accept_language="en"))
    assert (italian, server.asked) == (english, 1)


@pytest.mark.parametrize(
    "personal",
    [
        {"authorization": "Token x"},
        {"cookie": "sessionid=x"},
        {"cookie": ["theme=dark", "sessionid=x"]},
        {"cookie": "messages=x"},
        {"host": "elsewhere.example"},
        {"host": ""},
        {"content_length": "3"},
        {"accept_language": "en," * 100},
    ],
    ids=str,
)
def test_requests_that_depend_on_the_user_go_to_django(personal):
    assert key_of(ask(**personal)) is None


def test_what_a_stranger_sends_gets_into_nobody_elses_answer(server):
    sent = {"accept_language": ["en", "it"], "x_forwarded_host": "evil.example", "cookie": "x=1; theme=<b>"}
    poisoned = server.get(ask(**sent, x_forwarded_for="6.6.6.6", hx_request="true"))
    assert poisoned == server.get(ask(accept_language="en"))
    assert server.asked == 1


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (PAGE, "x=1"),
        (PAGE, "part=live&x=1"),
        (PAGE, "part=all"),
        ("/tournaments/serata~key/players/x/", ""),
        ("/tournaments/serata/rounds/01/", ""),
        ("/tournaments/serata/rounds/1/", "q=anna"),
        (JSON, "after_round=01"),
        (JSON, "format=csv&after_round=1"),
        (JSON, "after_round=1&"),
        (LIVE, "now"),
        ("/sign-in/", ""),
        ("/tournaments/serata/desk/", ""),
        ("/t/serata", ""),
        ("/api/v1/tournaments/serata/", ""),
        ("/nothing/", ""),
    ],
)
def test_no_other_spelling_and_nothing_personal_has_a_place(path, query):
    assert public_address(path, query) is None


@pytest.mark.parametrize("query", ["", "after_round=1", "format=csv", "after_round=0&format=json"])
def test_what_the_view_knows_has_one(server, query):
    server.get(ask(JSON, query))
    assert server.get(ask(JSON, query))[0].status == 200
    assert server.asked == 1


@pytest.mark.parametrize("page", ["", "teams/"])
def test_a_part_that_phones_ask_for_has_one(page):
    assert public_address(f"/tournaments/serata/{page}", "part=live") == PublicAddress("serata")


def test_a_needless_key_in_the_address_makes_no_entry(server):
    where = "/tournaments/serata~key/players/"
    assert [answer.status for answer in server.get(ask(where)) + server.get(ask(where))] == [200, 200]
    assert server.asked == 2


def test_missing_page_makes_no_cache_entry(server):
    gone = ask("/tournaments/nothing/")
    assert [answer.status for answer in server.get(gone) + server.get(gone)] == [404, 404]
    assert server.asked == 2
