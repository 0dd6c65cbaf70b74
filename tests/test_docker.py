"""The commands and environment of docker/, started by hand with real servers."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from contextlib import ExitStack, contextmanager
from graphlib import TopologicalSorter
from ipaddress import ip_address, ip_network
from pathlib import Path

import psycopg
import pytest
import yaml

from tests.fixtures.nginx import WEB_SERVER, nginx
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.processes import HOME, environment
from tests.standings import BEGIN, PLAY, UP_TO_DATE

COMPOSE = yaml.safe_load((HOME / "docker" / "compose.yml").read_text())
PULL_IMAGES = HOME / "docker" / "pull_images.sh"
DOCKERFILE = (HOME / "docker" / "Dockerfile").read_text()
ASKED_OF_THE_HOST = {
    "TAVOLO_SECRET_KEY": "kX2bq7Zt0c9Vw4sN8mJ1pRf6yHd3uLg5eQaTzBiCoKxWvEnMr4Jp",
    "POSTGRES_PASSWORD": "not used here",
}


def substituted(value, given=ASKED_OF_THE_HOST):
    """A value as compose reads it: ${NAME:-default} and ${NAME:?complaint}."""

    def replace(found):
        name, mark, rest = found.groups()
        return given.get(name, rest if mark == ":-" else "")

    return re.sub(r"\$\{(\w+)(:[-?])([^}]*)\}", replace, value)


class Containers:
    """The services of compose.yml as processes of this machine."""

    def __init__(self, folder, database, redis):
        self.folder = folder
        self.ports = {name: free_port() for name in COMPOSE["services"] if name.startswith("web-")}
        self.database = database
        self.environment = environment(
            **{name: substituted(value) for name, value in COMPOSE["x-tavolo"]["environment"].items()}
            | dict(re.findall(r"(TAVOLO_LOG_\w+)=(\w+)", DOCKERFILE))
            | {"TAVOLO_DATA_DIR": str(folder), "TAVOLO_STATIC_DIR": str(folder / "static")}
            | {"DATABASE_URL": database, "REDIS_URL": redis}
        )

    def command(self, service):
        words = {"python": sys.executable, "0.0.0.0": "127.0.0.1", "8000": str(self.ports.get(service))}
        return [words.get(word, word) for word in COMPOSE["services"][service]["command"]]

    def is_healthy(self, service):
        """Whether the check of a service that is no web server succeeds."""
        _cmd, _python, *words = COMPOSE["services"][service]["healthcheck"]["test"]
        done = subprocess.run([sys.executable, *words], check=False, env=self.environment, stderr=subprocess.DEVNULL)
        return done.returncode == 0

    def run(self, *command):
        done = subprocess.run(command, check=False, cwd=HOME, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @contextmanager
    def backing_up(self, programs):
        """Run the shell of the service `backup`, with PostgreSQL's programs in this folder."""
        path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]])
        variables = {**self.environment, "PATH": path}
        shell = subprocess.Popen(self.command("backup"), cwd=HOME, env=variables, start_new_session=True)
        try:
            yield
        finally:
            os.killpg(shell.pid, signal.SIGTERM)
            shell.wait(20)

    @contextmanager
    def up(self, service):
        """Run a service; it must end with status 0 when it is stopped."""
        complaints = self.folder / f"{service}.log"
        with complaints.open("w") as log:
            process = subprocess.Popen(self.command(service), cwd=HOME, env=self.environment, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            status = process.wait(20)
        assert status == 0, complaints.read_text()


OF_THE_IMAGE = {"TAVOLO_DATA_DIR", "TAVOLO_STATIC_DIR", "TAVOLO_LOG_FORMAT", "TAVOLO_LOG_FILE", "TAVOLO_WHEELS"}
OF_THE_SERVICES = {"TAVOLO_TRUSTED_PROXIES", "TAVOLO_DEBUG", "DATABASE_URL", "REDIS_URL"}
OF_SERVE = {"TAVOLO_SECOND_BACKUP_DIR"}


def test_every_documented_setting_reaches_the_containers():
    hosting = (HOME / "docs" / "hosting.md").read_text()
    table = hosting.partition("| variable | meaning | default |")[2].partition("\n\n")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    handed_on = {name for name, value in COMPOSE["x-tavolo"]["environment"].items() if f"${{{name}:" in value}
    assert handed_on == told - OF_THE_IMAGE - OF_THE_SERVICES - OF_SERVE


def test_nginx_finds_both_web_containers_also_when_they_are_made_anew():
    names = [name for name in COMPOSE["services"] if name.startswith("web-")]
    addresses = [COMPOSE["services"][name]["networks"]["default"]["ipv4_address"] for name in names]
    named = WEB_SERVER.findall((HOME / "docker" / "web-servers.conf").read_text())
    assert named == [(address, "max_fails=0") for address in addresses]
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    given = [ip_address(address) for address in addresses]
    assert all(address in ip_network(network["subnet"]) for address in given)
    assert not any(address in ip_network(network["ip_range"]) for address in given)  # no other container gets them


@pytest.fixture
def containers(tmp_path, postgres_server, redis_server):
    database = postgres_server.create("tavolo_compose")
    yield Containers(tmp_path, database, redis_server.address)
    postgres_server.drop("tavolo_compose")


PROGRAMS = {name for name, each in COMPOSE["services"].items() if each["image"] == "tavolo"}


def order_of(services):
    """These services in an order in which compose may start them."""
    waits_for = {name: set(COMPOSE["services"][name]["depends_on"]) & {*services} for name in services}
    return list(TopologicalSorter(waits_for).static_order())


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.read()
    except OSError as fault:
        return getattr(fault, "code", 0), b""


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.timeout(300)
def test_the_services_answer_run_tasks_and_keep_backups(containers, postgres_server):
    containers.run(sys.executable, "manage.py", "collectstatic", "--no-input")
    migrate, *programs = order_of(PROGRAMS - {"backup"})
    assert migrate == "migrate"
    containers.run(*containers.command(migrate))
    shell = sys.executable, "manage.py", "shell", "--no-imports", "-c"
    tournament = containers.run(*shell, BEGIN)
    checked = ("worker", "beat", "backup")
    assert [containers.is_healthy(program) for program in checked] == [False] * 3
    with ExitStack() as stack:
        for program in programs:
            stack.enter_context(containers.up(program))
        for port in containers.ports.values():  # as the image's HEALTHCHECK
            until(lambda port=port: get(f"http://127.0.0.1:{port}/healthz") == (200, b"ok\n"))
        address = stack.enter_context(nginx(containers.folder, containers.ports.values()))
        database = stack.enter_context(psycopg.connect(containers.database, autocommit=True))
        until(lambda: get(f"{address}/readyz") == (200, b"ok\n"))
        with containers.backing_up(postgres_server.programs):
            until(lambda: containers.is_healthy("backup"))
        assert [containers.is_healthy(program) for program in checked] == [True] * 3
        assert len([*containers.folder.glob("backups/tavolo-*.dump")]) == 1
        page = get(f"{address}/")[1].decode()
        assert get(address + re.search(r'href="(/static/[^"]+\.css)"', page)[1])[0] == 200
        containers.run(*shell, PLAY.format(tournament=tournament, number=1))
        published = UP_TO_DATE.format(tournament=tournament)
        until(lambda: database.execute(published).fetchone() == (1,))


def test_compose_leaves_nginx_alone_when_it_replaces_web_servers():
    assert "depends_on" not in COMPOSE["services"]["nginx"]  # it makes what depends on a new container anew


def test_postgres_is_not_healthy_while_its_image_makes_the_database():
    """Then it listens to its socket alone, and stops once more."""
    _cmd, *words = COMPOSE["services"]["postgres"]["healthcheck"]["test"]
    assert words == ["pg_isready", "--host", "127.0.0.1", "--username", "tavolo"]


def test_a_late_health_check_ends_no_connection_to_postgresql():
    """The shell of a late check is killed; the first process of the container inherits what it started."""
    assert COMPOSE["services"]["postgres"]["init"] is True
    kinds = {
        each["healthcheck"]["test"][0] for each in COMPOSE["services"].values() if "test" in each.get("healthcheck", {})
    }
    assert kinds == {"CMD"}


def test_a_program_that_stands_still_is_unhealthy_within_two_minutes():
    checks = {
        name: each["healthcheck"] for name, each in COMPOSE["services"].items() if "test" in each.get("healthcheck", {})
    }
    assert set(checks) == {"worker", "beat", "backup", "postgres", "redis", "nginx"}
    longest = [
        check.get("retries", 3) * sum(int(check[wait].removesuffix("s")) for wait in ("interval", "timeout"))
        for check in checks.values()
    ]
    assert [seconds for seconds in longest if seconds > 120] == []


def test_backups_are_kept_in_a_volume_and_made_by_programs_of_the_version_of_the_server():
    data_dir = re.search(r"TAVOLO_DATA_DIR=(\S+)", DOCKERFILE)[1]
    assert f"backups:{data_dir}/backups" in COMPOSE["services"]["backup"]["volumes"]
    assert "backups" in COMPOSE["volumes"]
    server = re.search(r":(\d+)-", substituted(COMPOSE["services"]["postgres"]["image"]))[1]
    assert re.findall(r"postgresql-client-(\d+)", DOCKERFILE) == [server]


def test_programs_share_a_data_folder_and_make_no_volume_without_a_name():
    """Without a volume of its name, the image's VOLUME gives each container one that `docker compose down` leaves."""
    (declared,) = re.findall(r"^VOLUME (\S+)$", DOCKERFILE, re.MULTILINE)
    found = {name: f"data:{declared}" in COMPOSE["services"][name]["volumes"] for name in PROGRAMS}
    assert found == dict.fromkeys(PROGRAMS, True)
    assert "data" in COMPOSE["volumes"]


def test_a_restore_stops_all_programs_that_use_the_database():
    hosting = (HOME / "docs" / "hosting.md").read_text()
    stopped = re.findall(r"^docker compose stop (.+)$", hosting, re.MULTILINE)
    assert [set(names.split()) for names in stopped] == [PROGRAMS - {"migrate"}]


def test_no_container_can_gain_rights_or_write_to_its_image():
    confined = {"read_only": True, "cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
    found = {name: {key: each.get(key) for key in confined} for name, each in COMPOSE["services"].items()}
    assert found == dict.fromkeys(COMPOSE["services"], confined)
    given = {name for name, each in COMPOSE["services"].items() if "cap_add" in each}
    assert given == {"postgres", "nginx"}


def test_every_image_can_be_named_by_its_digest():
    command = PULL_IMAGES.read_text().partition("for image in ")[2].partition("; do")[0]
    named = dict(word.split("=") for word in command.split())
    given = {f"{name}_IMAGE": f"{image.split(':')[0]}@sha256:{'0' * 64}" for name, image in named.items()}
    services = {name: each for name, each in COMPOSE["services"].items() if each["image"] != "tavolo"}
    images = [each["image"] for each in services.values()] + [
        COMPOSE["services"]["migrate"]["build"]["args"]["PYTHON_IMAGE"]
    ]
    assert [substituted(image) for image in images] == list(named.values())
    assert [substituted(image, given) for image in images] == list(given.values())
    assert re.findall(r"^(?:ARG PYTHON_IMAGE=|FROM )(\S+)", DOCKERFILE, re.MULTILINE) == [
        named["PYTHON"],
        "$PYTHON_IMAGE",
        "$PYTHON_IMAGE",
    ]


DOCKER = """#!/bin/sh
case "$1 $4" in
  "pull "*) [ "$3" != "$BROKEN" ] ;;
  "image {{index .RepoDigests 0}}") echo "${5%%:*}@sha256:of-${5#*:}" ;;
esac
"""


def test_digests_of_pulled_images_replace_earlier_ones_all_or_none(tmp_path):
    script, env = shutil.copy(PULL_IMAGES, tmp_path), tmp_path / ".env"
    (tmp_path / "docker").write_text(DOCKER)
    (tmp_path / "docker").chmod(0o755)
    env.write_text("POSTGRES_IMAGE=postgres@sha256:old\nPOSTGRES_PASSWORD=secret\n")

    def pull(broken=""):
        variables = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "BROKEN": broken}
        return subprocess.run([script], check=False, env=variables).returncode

    before = env.read_text()
    assert (pull(broken="nginx:1.28-alpine"), env.read_text()) == (1, before)
    digests = "POSTGRES_IMAGE=postgres@sha256:of-18-alpine\nREDIS_IMAGE=redis@sha256:of-8-alpine\n"
    digests += "NGINX_IMAGE=nginx@sha256:of-1.28-alpine\nPYTHON_IMAGE=python@sha256:of-3.13-slim\n"
    assert [(pull(), env.read_text()) for _again in range(2)] == [(0, f"POSTGRES_PASSWORD=secret\n{digests}")] * 2


def test_the_image_is_made_of_what_is_there():
    sources = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    ignored = (HOME / ".dockerignore").read_text().split()
    assert sources == ["requirements.lock", "manage.py", "config", "docs", "scoring", "templates", "tournaments"]
    assert all((HOME / source).exists() and f"!{source}" in ignored for source in sources)


def test_the_image_runs_as_nobody_special():
    assert re.findall(r"^USER (\w+)", DOCKERFILE, re.MULTILINE) == ["tavolo"]
