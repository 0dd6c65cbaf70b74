"""`manage.py serve`: one command, and nothing of it is left when it ends."""

import io
import re
import shutil
import signal
import ssl
import subprocess
import sys
import urllib.request
from contextlib import suppress

import pytest
import segno
from django.core.management import CommandError

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import Served, until
from tests.processes import is_gone, manage
from tournaments.serving.supervisor import address

pytestmark = pytest.mark.timeout(300)  # a Tavolo or two are started in each


@pytest.fixture
def openssl():
    return shutil.which("openssl") or pytest.skip("no openssl on PATH")


def gone(processes):
    return all(map(is_gone, processes))


def wait_for_programs(running):
    names = "web server", "worker", "beat"
    until(lambda: all(running.program(name) for name in names))


def test_prints_the_address_when_the_first_page_is_there(served):
    assert served.said[0] == f"Tavolo is ready at {served.address}/"
    assert served.said[-1] == "Ctrl-C ends it."
    assert served.get("/") == 200


def ends(running, number):
    """Send the signal; everything must end, with status 0."""
    wait_for_programs(running)
    family = running.family()
    assert len(family) >= 6
    running.process.send_signal(number)
    assert running.process.wait(20) == 0
    until(lambda: gone(family))


def own_address():
    with suppress(CommandError):
        return address.lan_address()


def has_ipv6():
    with suppress(CommandError):
        return address.free_port("::1", 0) > 0
    return False


@pytest.fixture(scope="module")
def first_start(tmp_path_factory):
    """Return a first start with all its options, and the address that it prints for the hall."""
    lan = ["--lan"] if own_address() else []
    running = Served(tmp_path_factory.mktemp("first") / "none-yet", "--demo", *lan)
    running.printed = running.address
    running.address = re.sub("//.*:", "//127.0.0.1:", running.address)
    yield running
    running.close()


def test_on_an_empty_folder_it_loads_the_demo_and_prints_a_link_for_the_first_owner(first_start):
    """Links name the address that it answers at."""
    assert first_start.ready() == (200, "ok\n")  # worker and beat are starting, not missing
    assert first_start.get("/clubs/circolo-del-fante/") == 200
    line = rf"Nobody has an account yet: {first_start.printed}/welcome/[\w-]+/ makes yours\."
    assert re.fullmatch(line, first_start.said[-2])
    assert first_start.manage("invite_first_owner").startswith(f"{first_start.printed}/welcome/")


def test_lan_prints_this_machines_address_with_a_qr_code(first_start, tmp_path):
    host = own_address()
    if host is None:
        done = manage("serve", "--lan", "--port", "0", TAVOLO_DATA_DIR=str(tmp_path))
        assert done.stderr.startswith("CommandError: This machine is on no network")
        return
    port = first_start.address.rsplit(":", 1)[1]
    assert first_start.printed == f"http://{host}:{port}"
    code = io.StringIO()
    segno.make(f"{first_start.printed}/").terminal(code, compact=True)
    assert first_start.said[1:-2] == code.getvalue().splitlines()
    assert first_start.get("/", Host=f"{host}:{port}") == 200


@pytest.mark.slow
@pytest.mark.parametrize(("host", "hosts"), [("::1", ["[::1]"]), ("::", ["127.0.0.1", "[::1]", "[fd00::7]", "hall"])])
def test_serves_at_an_ipv6_address(serve, host, hosts):
    if not has_ipv6() or (host == "::" and own_address() is None):
        pytest.skip("this machine is on no network of this kind")
    running = serve("--host", host)
    name, port = running.address.rsplit(":", 1)
    assert name == f"http://{own_address() if host == '::' else '[::1]'}"
    assert [running.get("/", Host=f"{each}:{port}") for each in hosts] == [200] * len(hosts)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_a_killed_program_is_started_again_and_none_outlives_the_supervisor(first_start, serve):
    """Started again on the same folder, it loads no second demo and names the address that it was given."""
    running = first_start
    running.run("from tests.halls import a_user; a_user()")
    wait_for_programs(running)
    for name in ("web server", "worker", "beat"):
        killed = running.program(name)
        left = killed.children(recursive=True)
        killed.kill()
        until(lambda: running.program(name) not in {None, killed})  # noqa: B023
        until(lambda: gone(left))  # noqa: B023
        until(lambda: answers(running))
    assert running.complaints.read_text().splitlines() == [
        f"The {name} was killed by SIGKILL; it is started again." for name in ("web server", "worker", "beat")
    ]
    family = running.family()
    running.process.kill()
    until(lambda: gone(family))
    port = str(free_port())
    again = serve("--demo", "--port", port, TAVOLO_DATA_DIR=running.data_dir, TAVOLO_URL="http://tavolo.hall:8000")
    assert again.said[1:] == ["Ctrl-C ends it."]
    again.address = f"http://127.0.0.1:{port}"
    assert again.get("/") == 200
    del again.variables["TAVOLO_URL"]
    assert again.run("from tournaments.models import *; print(Club.objects.count())") == "1"
    script = "from django.conf import settings; print(settings.TAVOLO_URL)"
    assert again.run(script) == "http://tavolo.hall:8000"
    assert again.run(script, TAVOLO_URL="https://elsewhere.example") == "https://elsewhere.example"
    ends(again, signal.SIGINT)


def answers(running):
    try:
        return running.get("/healthz") == 200
    except OSError:
        return False


@pytest.mark.slow
def test_a_second_start_on_the_same_folder_is_refused(served):
    done = manage("serve", "--port", "0", **served.variables)
    assert done.returncode == 1
    assert done.stderr == (
        f"CommandError: Another command of Tavolo uses {served.data_dir} "
        f"(process {served.process.pid}): stop it, or name another folder in TAVOLO_DATA_DIR.\n"
    )


@pytest.mark.slow
def test_a_second_start_on_the_same_port_is_refused(served, tmp_path):
    port = served.address.rsplit(":", 1)[1]
    done = manage("serve", "--port", port, TAVOLO_DATA_DIR=str(tmp_path / "data"))
    assert done.returncode == 1
    assert done.stderr == (
        f"CommandError: Port {port} of 127.0.0.1 cannot be used: Address already in use. --port chooses another.\n"
    )


@pytest.mark.slow
def test_speaks_tls_itself_and_then_its_cookies_are_secure(serve, tmp_path, openssl):
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "1", "-subj", "/CN=Tavolo"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    running = serve("--tls-cert", str(certificate), "--tls-key", str(key))
    assert running.address.startswith("https://127.0.0.1:")
    trusting = ssl.create_default_context(cafile=certificate)
    with urllib.request.urlopen(f"{running.address}/sign-in/", context=trusting) as answer:
        assert "; Secure" in answer.headers["Set-Cookie"]
    ends(running, signal.SIGTERM)


@pytest.mark.slow
def test_an_https_address_needs_a_certificate_or_a_trusted_proxy(tmp_path):
    variables = {"TAVOLO_URL": "https://tavolo.example.org", "TAVOLO_DATA_DIR": str(tmp_path)}
    done = manage("serve", "--port", "0", **variables)
    assert done.returncode == 1
    assert done.stderr == (
        "CommandError: TAVOLO_URL is https: give --tls-cert and --tls-key, "
        "or name the proxy in front in TAVOLO_TRUSTED_PROXIES.\n"
    )


@pytest.mark.slow
def test_a_certificate_needs_its_key(tmp_path):
    done = manage("serve", "--tls-cert", __file__, TAVOLO_DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "CommandError: --tls-cert and --tls-key go together.\n")
