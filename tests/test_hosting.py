"""docs/hosting.md: the lines for a server, typed into an empty Debian, lead to its first page."""

import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.copies import a_copy
from tests.fixtures.serving import until
from tests.processes import HOME

PROGRAMS = ("debootstrap", "slirp4netns", "unshare", "chroot")
TOLD = (HOME / "docs" / "hosting.md").read_text().partition("## A server with PostgreSQL and Redis")[2]
SERVER, FIRST_OWNER, UPDATE = re.findall(r"```sh\n(.*?)```", TOLD, re.DOTALL)[:3]
FIRST_PAGE = (
    "curl --silent --show-error --fail --output /dev/null http://127.0.0.1/\necho first page after $SECONDS s\n"
)
CERTIFICATES = "/root/certificates.pem"
PASSED_ON = re.compile("PIP_(?!FIND_LINKS)|https?_proxy$", re.IGNORECASE)


@pytest.fixture
def debian(tmp_path):
    """Return the folder of a minimal Debian 12 with the files of Tavolo."""
    if missing := [program for program in PROGRAMS if shutil.which(program) is None]:
        pytest.skip(f"no {' and '.join(missing)} on PATH")
    if os.geteuid():
        pytest.skip("only root can install a Debian in a folder")
    root = tmp_path / "debian"
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", root], check=True)
    a_copy(tmp_path).rename(root / "opt" / "tavolo")
    shutil.copy(HOME / "tests" / "data" / "systemctl", root / "usr" / "local" / "bin")
    policy = root / "usr" / "sbin" / "policy-rc.d"  # start what is installed, though no init runs
    policy.write_text("#!/bin/sh\n")
    policy.chmod(0o755)
    (root / "etc" / "resolv.conf").write_text("nameserver 10.0.2.3\n")  # of slirp4netns
    if "PIP_CERT" in os.environ:  # where this machine reaches the packages by a proxy
        shutil.copyfile(os.environ["PIP_CERT"], root / CERTIFICATES[1:])
    yield root
    shutil.rmtree(root)


def typed(root, lines):
    """Return the output of these lines, typed by root in this Debian with a separate network.

    Its programs end with them.
    """
    script = root / "root" / "lines.sh"
    begin = "until grep -q tap0 /proc/net/dev; do sleep 0.1; done\nSECONDS=0 PS4='+ $SECONDS s: '\nset -ex\n"
    script.write_text(begin + lines)
    namespaces = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root}/proc"]
    given = {name: value for name, value in os.environ.items() if PASSED_ON.match(name)}
    if "PIP_CERT" in given:
        given["PIP_CERT"] = CERTIFICATES
    with (
        subprocess.Popen(
            [*namespaces, "chroot", root, "bash", "/root/lines.sh"],
            env={"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", **given},
            stdout=subprocess.PIPE,
            text=True,
        ) as shell,
        network(shell.pid),
    ):
        printed, _ = shell.communicate()
    assert shell.returncode == 0, printed
    return printed


@contextmanager
def network(pid):
    """Connect the network of a process, which is to be another one than ours, to the internet."""
    ours = Path("/proc/self/ns/net").readlink()
    until(lambda: Path(f"/proc/{pid}/ns/net").readlink() != ours)
    process = subprocess.Popen(["slirp4netns", "--configure", str(pid), "tap0"])
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.debian
@pytest.mark.timeout(900)
def test_the_lines_for_a_server_lead_an_empty_debian_to_its_first_page(debian):
    printed = typed(debian, f"{SERVER}{FIRST_PAGE}{FIRST_OWNER}{UPDATE}")
    print(printed)
    assert "\nok\nfirst page after " in printed
