"""A running Tavolo with a hall in it, and a browser at its door."""

import json
from types import SimpleNamespace

import pytest

from tests.e2e.reader import Reader

SIZES = {"phone": (360, 740), "desk": (1280, 800)}


@pytest.fixture(scope="session")
def hall(served):
    script = "import json; from tests.e2e import hall; print(json.dumps(hall.build()))"
    built = json.loads(served.run(script).splitlines()[-1])
    return SimpleNamespace(address=served.address, **built)


@pytest.fixture
def door(browser, served):
    """A browser that opens addresses of this Tavolo, of a given width."""
    return Door(browser, served.address)


class Door(Reader):
    def size(self, name):
        width, height = SIZES[name]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1}
        mobile = {"mobile": name == "phone"}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics | mobile)


@pytest.fixture
def director(door, hall):
    """The door with the hall's owner signed in."""
    door.sign_in(hall.session)
    return door
