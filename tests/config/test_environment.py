"""The environment is read loudly."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from config import environment
from tests.processes import manage


@pytest.mark.parametrize(
    ("kept", "meaning"),
    [
        ("http://192.168.1.7:8000\n", "http://192.168.1.7:8000"),
        ("", "default"),
        ("http://192.168.1.7:80/nowhere", "default"),
        ("\udcff", "default"),
    ],
)
def test_an_address_that_was_kept_is_read_or_does_without(kept, meaning, tmp_path):
    path = tmp_path / "address"
    path.write_text(kept, errors="surrogateescape")
    assert environment.stored_site(path, "default") == meaning
    assert environment.stored_site(tmp_path / "none", "default") == "default"


def read(value, parse):
    env = environment.Environment({"TAVOLO_X": value})
    return env.read("TAVOLO_X", parse, "default"), env.faults()


@pytest.mark.parametrize(
    ("parse", "value", "meaning"),
    [
        (environment.flag, "Yes", True),
        (environment.flag, "0", False),
        (environment.words, "a, b,,c ", ["a", "b", "c"]),
        (environment.proxies, "10.0.0.7, fd00::/8", ["10.0.0.7/32", "fd00::/8"]),
        (environment.proxies, "*", ["*"]),
        (environment.site, "https://tavolo.example.org/", "https://tavolo.example.org"),
        (environment.site, "http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        (environment.site, "HTTPS://Tavolo.Example.ORG:443", "https://tavolo.example.org"),
        (environment.site, "http://[FD00:0:0::7]:8000", "http://[fd00::7]:8000"),
        (
            environment.hosts,
            "Tavolo.local, 10.0.0.7,fd00:0::7,[::1],*",
            ["tavolo.local", "10.0.0.7", "[fd00::7]", "[::1]", "*"],
        ),
        (environment.places, "NAS.local:9000, localhost", ["nas.local:9000", "localhost"]),
        (environment.push_services, "*.Push.example.org, localhost:8443", ["*.push.example.org", "localhost:8443"]),
        (environment.time_zone, "Europe/Rome", "Europe/Rome"),
        (environment.one_of("it", "en"), "it", "it"),
        (environment.redis, "redis://redis:6379/0", "redis://redis:6379/0"),
        (environment.listener, "9464", ("127.0.0.1", 9464)),
        (environment.listener, "[::1]:9464", ("::1", 9464)),
        (environment.sentry, "https://key@sentry.example.org/3", "https://key@sentry.example.org/3"),
        (environment.flag, "", "default"),
    ],
)
def test_reads(parse, value, meaning):
    assert read(value, parse) == (meaning, [])


@pytest.mark.parametrize(
    ("parse", "value", "fault"),
    [
        (environment.flag, "maybe", "should be yes or no"),
        (environment.listener, "here", "should be a port"),
        (environment.listener, "127.0.0.1:99999", "should be a port"),
        (environment.sentry, "https://sentry.example.org/3", "should be like https://key@host/number"),
        (environment.proxies, "nonsense", "should be addresses or networks"),
        (environment.site, "tavolo.example.org", "should be an address like"),
        (environment.site, "https://example.org/tavolo", "without a path"),
        (environment.site, "https://[::1", "should be an address like"),
        (environment.site, "https://[v1.a:b]", "should be an address like"),
        (environment.site, "http://host:port", "should be an address like"),
        (environment.hosts, "tavolo.local:8000", "should be host names like"),
        (environment.hosts, "https://tavolo.local", "should be host names like"),
        (environment.places, "http://localhost:9000", "should be hosts like"),
        (environment.push_services, "https://push.example.org", "should be hosts like"),
        (environment.time_zone, "Mars/Olympus", "should be a time zone like"),
        (environment.time_zone, "../../etc/passwd", "should be a time zone like"),
        (environment.one_of("it", "en"), "fr", "should be one of it, en"),
        (environment.secret, "short", "at least 50 characters"),
        (environment.secret, "x" * 60, "at least 50 characters"),
        (environment.secret_list, f"{'0123456789' * 5},short", "at least 50 characters"),
        (environment.redis, "localhost:6379", "should be like redis://"),
        (environment.redis, "redis://redis:port/0", "should be like redis://"),
        (environment.redis, "redis://redis:99999/0", "should be like redis://"),
        (environment.redis, "redis://redis:6379/zero", "should be like redis://"),
        (environment.redis, "redis://[::1", "should be like redis://"),
        (environment.database, "mysql://host/name", "should begin with postgresql://"),
        (environment.database, "postgresql://host", "should name a database"),
        (environment.database, "postgresql://host:port/name", "should be like postgresql://"),
        (environment.folder, "/etc/hostname", "should name a folder"),
        (environment.folder, "~nobody-of-this-name/data", "begins with ~"),
        (environment.file, "~nobody-of-this-name/events.jsonl", "begins with ~"),
    ],
)
def test_refuses(parse, value, fault):
    meaning, faults = read(value, parse)
    assert meaning == "default"
    assert len(faults) == 1
    assert faults[0].startswith("TAVOLO_X ")
    assert fault in faults[0]


def test_a_link_to_itself_is_not_said_to_begin_with_a_tilde(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(link)
    assert read(str(link), environment.folder) == (link, [])


def test_a_fault_does_not_repeat_a_secret():
    _, faults = read("postgresql://tavolo:hunter2@host:port/name", environment.database)
    assert faults == ["TAVOLO_X should be like postgresql://user:password@host:5432/name"]


def test_names_an_unknown_variable_and_what_it_may_mean():
    env = environment.Environment({"TAVOLO_DATADIR": "/srv", "TAVOLO_WHEELS": "/w", "PATH": "x"})
    env.read("TAVOLO_DATA_DIR", environment.folder, None)
    assert env.faults() == ["TAVOLO_DATADIR is not known; do you mean TAVOLO_DATA_DIR?"]


def test_a_database_address_says_all_that_django_needs():
    config = environment.database("postgresql://tavolo:s%40cret@db:5433/clubs")
    body = {"NAME": "clubs", "USER": "tavolo", "PASSWORD": "s@cret", "HOST": "db", "PORT": 5433}
    assert {key: config[key] for key in body} == body
    assert config["ENGINE"] == "django.db.backends.postgresql"


@pytest.mark.slow
def test_all_faults_of_the_environment_are_one_line():
    done = manage("check", TAVOLO_URL="tavolo", TAVOLO_DEBUG="perhaps", TAVOLO_X="1")
    assert done.returncode == 1
    assert done.stderr == (
        "Tavolo cannot start: TAVOLO_URL should be an address like https://tavolo.example.org, "
        "without a path; TAVOLO_DEBUG should be yes or no; TAVOLO_X is not known\n"
    )


@pytest.mark.slow
def test_unwritable_data_folder_prints_one_line():
    done = manage("check", TAVOLO_DATA_DIR="/proc/tavolo")
    assert done.returncode == 1
    assert done.stderr.startswith("Tavolo cannot write to its data folder (TAVOLO_DATA_DIR): ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_an_empty_secret_key_is_one_line(tmp_path):
    (tmp_path / "secret-key").touch()
    done = manage("check", TAVOLO_DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(f"Tavolo cannot start: {tmp_path / 'secret-key'} is empty: ")


def test_simultaneous_starts_make_one_secret_key(tmp_path):
    path = tmp_path / "data" / "secret-key"
    with ThreadPoolExecutor(16) as threads:
        made = set(threads.map(lambda _: environment.stored_secret(path), range(64)))
    assert len(made) == 1
    assert made == {path.read_text()}
    assert environment.secret(path.read_text()) == path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]
