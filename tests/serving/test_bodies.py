"""Bodies as they come over the wire: read, or refused before they have come."""

import http.client
import json
import re
import socket
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.config.test_settings import PRODUCTION, settings_in
from tests.fixtures.nginx import nginx
from tests.fixtures.serving import until
from tests.processes import HOME
from tests.test_docker import get
from tournaments.serving.middleware import body_limit

SCORE = "/api/v1/games/busca-accademia/score/"
IMPORT = "/clubs/circolo/import/"
HAND = json.dumps({"lines": [{"points": points} for points in (20, 10, 10, 0)]})
LARGE = 300 << 20
AS_JSON = {"Content_Type": "application/json"}


class Answer:
    """Status, media type and text of a response."""

    def __init__(self, answer):
        self.status, self.type = answer.status, answer.headers["Content-Type"]
        self.place = answer.headers["Location"]
        self.text = answer.read().decode()

    @property
    def codes(self):
        return [error["code"] for error in json.loads(self.text)["errors"]]


@pytest.fixture
def send(served):
    """Send exactly these bytes as a body below these headers; return the response."""

    def sending(path, body="", *, method="POST", **headers):
        place = urlsplit(served.address)
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
        connection.putrequest(method, path)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), str(value))
        connection.endheaders(body.encode())
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    return sending


def chunked(body):
    return f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"


def test_a_body_in_chunks_is_not_taken_for_none(send):
    answer = send(SCORE, chunked(HAND), **AS_JSON, Transfer_Encoding="chunked")
    assert (answer.status, json.loads(answer.text)) == (200, {"scores": [0, 0, 0, 1]})
    answer = send(SCORE, chunked("{"), **AS_JSON, Transfer_Encoding="chunked")
    assert (answer.status, answer.codes) == (400, ["bad_json"])
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    page = send("/preferences/", chunked("next=/rules/"), **form, Transfer_Encoding="chunked")
    assert (page.status, page.place) == (302, "/rules/")


def test_too_many_chunks_are_refused(send):
    answer = send(SCORE, chunked(" " * (1 << 20) + HAND), **AS_JSON, Transfer_Encoding="chunked")
    assert (answer.status, answer.codes) == (413, ["too_large"])


def test_a_body_with_its_length_is_read(send):
    answer = send(SCORE, HAND, **AS_JSON, Content_Length=len(HAND))
    assert (answer.status, json.loads(answer.text)) == (200, {"scores": [0, 0, 0, 1]})


@pytest.mark.parametrize(
    ("path", "length"), [("/sign-in/", LARGE), (IMPORT, LARGE), (SCORE, LARGE), ("/", (1 << 20) + 1)]
)
def test_body_with_a_large_content_length_is_refused_unread(send, path, length):
    """Only the head was sent when the answer came: nothing of it can have been stored."""
    answer = send(path, Content_Length=length, Accept_Language="it")
    assert answer.status == 413
    if path == SCORE:
        assert answer.codes == ["too_large"]
    else:
        assert '<html lang="it">' in answer.text


def test_what_a_form_carries_stays_off_the_disk():
    assert settings.FILE_UPLOAD_HANDLERS == ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE >= settings.IMPORT_LIMIT


def test_only_imports_may_be_larger():
    small = ["/sign-in/", "/api/v1/tournaments/", "/import/", "/api/v1/clubs/c/players/"]
    assert {body_limit(path) for path in small} == {settings.BODY_LIMIT}
    large = [IMPORT, "/api/v1/clubs/circolo/imports/"]
    assert {body_limit(path) for path in large} == {settings.IMPORT_LIMIT}
    assert body_limit("/api/v1/clubs/circolo/tournaments/import/") == settings.DOCUMENT_LIMIT


@pytest.mark.slow
def test_nginx_lets_as_much_in_as_the_program():
    text = (HOME / "docker" / "nginx.conf").read_text()
    (limit,) = re.findall(r"client_max_body_size (\d+)m;", text)
    (most,) = settings_in(PRODUCTION, "DOCUMENT_LIMIT").values()
    assert int(limit) << 20 == most == max(most, settings.IMPORT_LIMIT, settings.BODY_LIMIT)


def test_nginx_passes_the_refusal_of_a_large_body(served, tmp_path):
    with nginx(tmp_path, [urlsplit(served.address).port]) as address:
        place = urlsplit(address)
        until(lambda: get(f"{address}/healthz")[0] == 200)
        for path, kind in ((SCORE, "application/problem+json"), ("/", "text/html; charset=utf-8")):
            connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
            headers = {"Content-Length": str(LARGE), "Accept-Language": "it"}
            connection.request("POST", path, headers=headers)
            answer = connection.getresponse()
            assert (answer.status, answer.headers["Content-Type"]) == (413, kind)
            assert answer.headers["Content-Language"] == "it"
            connection.close()


@pytest.mark.slow
def test_thousands_of_fields_end_the_reading(send):
    names = {f"k{number}": 1 for number in range(80_000)}
    for document in (names, {"lines": [{}] * 4, "options": names}, {"hands": [names]}):
        body = json.dumps(document)
        answer = send(SCORE, body, **AS_JSON, Content_Length=len(body))
        assert (answer.status, answer.codes) == (400, ["too_many_fields"])
    form = "&".join(f"{name}=1" for name in names)
    urlencoded = "application/x-www-form-urlencoded"
    page = send("/preferences/", form, Content_Type=urlencoded, Content_Length=len(form))
    assert page.status == 400
    assert "The request could not be read" in page.text


@pytest.mark.parametrize("path", ["/api/v1/games/%0A/", "/api/%0a", "/api/v1/%ff%00/", "/api//"])
def test_below_the_api_every_odd_address_is_answered_as_a_problem(send, path):
    answer = send(path, method="GET")
    assert (answer.status, answer.type) == (404, "application/problem+json")


UNQUOTED = {
    "/api/v1/é🂡/": (404, "application/problem+json"),
    "/api/v1/tournaments/?club=é🂡": (400, "application/problem+json"),
    "/?q=é🂡": (200, "text/html"),
}


@pytest.mark.parametrize("path", UNQUOTED)
def test_letters_that_are_not_quoted_are_read(served, path):
    place = urlsplit(served.address)
    with socket.create_connection((place.hostname, place.port), 60) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert (answer.status, answer.headers.get_content_type()) == UNQUOTED[path]


def test_foreign_host_is_refused_as_problem_or_page(served):
    place = urlsplit(served.address)
    for path, kind in ((SCORE, "application/problem+json"), ("/", "text/html; charset=utf-8")):
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
        headers = {"Host": "evil.example", "Accept-Language": "nl"}
        connection.request("GET", path, headers=headers)
        answer = Answer(connection.getresponse())
        assert (answer.status, answer.type) == (400, kind)
        connection.close()
    assert '<html lang="nl">' in answer.text


NO_TEXT = ("hex", "base64", "zlib", "rot13", "punycode", "idna", "undefined", "unicode_escape", "nonsense")


@pytest.mark.parametrize("charset", NO_TEXT)
def test_a_charset_in_which_no_text_is_written_is_as_good_as_none(send, charset):
    form = {"Content_Type": f'multipart/form-data; Charset = "{charset}"; boundary=B'}
    part = '--B\r\nContent-Disposition: form-data; name="next"\r\n\r\n/rules/?q=%C3\r\n--B--\r\n'
    page = send("/preferences/?q=%C3", part, Content_Length=len(part), **form)
    assert (page.status, page.place) == (302, "/rules/?q=%C3")
    answer = send(SCORE, HAND, Content_Type=f"application/json;charset={charset}", Content_Length=len(HAND))
    assert answer.status == 200
    assert send("/?q=%C3", method="GET", Content_Type=f"text/plain;charset*=utf-8''{charset}").status == 200


def test_a_form_in_another_charset_is_refused_and_not_misread(send):
    form = {"Content_Type": "application/x-www-form-urlencoded; charset=ISO-8859-1"}
    assert send("/preferences/", "next=%E9", Content_Length=8, **form).status == 400
