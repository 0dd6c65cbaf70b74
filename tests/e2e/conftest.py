"""A running Tavolo with a hall in it, and a browser that opens it."""

import base64
import hashlib
import json
import shutil
import subprocess
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from tests.e2e.phone import Phone, a_table
from tests.e2e.reader import Reader
from tests.e2e.router import Router
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import Served

SIZES = {"phone": (360, 740), "desk": (1280, 800)}
NAME = "tavolo.hall"
"""No address of this machine's own: a browser trusts it no more than any other."""


@pytest.fixture(scope="session")
def hall(served):
    script = "import json; from tests.e2e import hall; print(json.dumps(hall.build()))"
    built = json.loads(served.run(script).splitlines()[-1])
    return SimpleNamespace(address=served.address, **built)


@pytest.fixture
def site(browser, served):
    """A browser that opens addresses of this Tavolo, of a given width."""
    return Site(browser, served.address)


class Site(Reader):
    def wide(self, width, height=900):
        """A computer's screen of so many pixels."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def size(self, name):
        width, height = SIZES[name]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1}
        mobile = {"mobile": name == "phone"}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics | mobile)
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": mobile["mobile"]})


@pytest.fixture
def director(site, hall):
    """The site with the hall's owner signed in."""
    site.sign_in(hall.session)
    return site


@pytest.fixture
def without_javascript(browser):
    """Switch off the browser's scripts for the length of a test."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    yield
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.fixture
def desk(browser, served):
    """The director's page of a table's tournament: `desk(table)`."""

    def sit_down(table):
        desk = Site(browser, served.address)
        desk.size("desk")
        desk.sign_in(table["director"])
        desk.open(f"/tournaments/{table['slug']}/desk/")
        return desk

    return sit_down


@pytest.fixture
def table(served):
    """A table waiting for its first hand."""
    return a_table(served)


@pytest.fixture
def sit_down(new_browser, served, table):
    """A phone for somebody at the table: `sit_down(seat)`."""
    return lambda seat: Phone(new_browser(), served.address, table, seat)


@pytest.fixture
def phones(sit_down):
    """North's and West's."""
    return [sit_down(0), sit_down(3)]


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A self-made certificate for the hall's name, and the digest of its key."""
    folder = tmp_path_factory.mktemp("certificate")
    key, chain = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    names = f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"
    subprocess.run([*made, *names, "-keyout", key, "-out", chain], check=True, capture_output=True)
    public = subprocess.run(
        ["openssl", "pkey", "-in", key, "-pubout", "-outform", "der"], check=True, capture_output=True
    )
    digest = base64.b64encode(hashlib.sha256(public.stdout).digest()).decode()
    return SimpleNamespace(key=key, chain=chain, digest=digest)


@pytest.fixture(scope="session")
def secured(tmp_path_factory, prepared, certificate):
    """A Tavolo that speaks HTTPS under the hall's name."""
    data_dir = shutil.copytree(prepared, tmp_path_factory.mktemp("secured") / "data")
    port = str(free_port())
    tls = "--tls-cert", certificate.chain, "--tls-key", certificate.key
    running = Served(data_dir, "--port", port, *tls, TAVOLO_URL=f"https://{NAME}:{port}")
    yield running
    running.close()


@pytest.fixture
def router():
    """Return a router in front of a Tavolo; it reports what it forwards as `scheme://name:port`."""
    routers = []

    def put(served, scheme="http"):
        server = "127.0.0.1", urlsplit(served.address).port
        routers.append(Router(server, f"{scheme}://{NAME}"))
        return routers[-1]

    yield put
    for router in routers:
        router.close()


@pytest.fixture
def phone(new_browser, certificate):
    """A phone at a table: `phone(router, table, seat)`, in a browser of its own."""
    trusted = f"--ignore-certificate-errors-spki-list={certificate.digest}"
    named = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"

    def sit_down(at, table, seat=None, *flags):
        return Phone(new_browser(trusted, named, *flags), at.address, table, seat)

    return sit_down
