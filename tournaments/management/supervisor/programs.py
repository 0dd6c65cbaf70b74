"""The three programs of a running Tavolo, each as a command line."""

import os
import resource
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

CELERY = (sys.executable, "-m", "celery", "--quiet", "--app", "config.celery")
CONNECTIONS = 4096  # per web process
FILES = 2  # for each: the connection, and what is read out to it
OTHERS = 256  # the database, the program's own files


@dataclass(frozen=True, kw_only=True)
class Listening:
    """Where the web server listens, and the certificate and key when it speaks TLS itself."""

    host: str = "127.0.0.1"
    port: int = 8000
    certificate: Path | None = None
    key: Path | None = None


def web(listening: Listening) -> list[str]:
    """Answer pages and the API."""
    command = [sys.executable, "-m", "granian", "--interface", "rsgi", "--no-ws"]
    command += ["--host", listening.host, "--port", str(listening.port), "--log-level", "error"]
    command += ["--log-config", str(settings.BASE_DIR / "config" / "granian-logs.json")]
    if settings.LOG_LEVEL == "DEBUG":
        command += ["--access-log"]
    command += ["--workers", str(min(4, max(2, os.cpu_count() or 2)))]
    command += ["--backpressure", str(raise_file_limit()), "--backlog", "1024"]
    # With HTTP/2 a connection that never sends anything would never be closed.
    command += ["--http", "1"]
    command += ["--http1-header-read-timeout", str(settings.CLIENT_PATIENCE * 1000)]
    command += ["--respawn-failed-workers", "--respawn-interval", "0.1"]
    command += ["--workers-kill-timeout", "5"]
    if listening.certificate and listening.key:
        command += ["--ssl-certificate", str(listening.certificate)]
        command += ["--ssl-keyfile", str(listening.key), "--ssl-protocol-min", "tls1.2"]
    return [*command, "config.rsgi:application"]


def raise_file_limit() -> int:
    """Raise the limit of open files as far as a web process needs it; how many connections fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS * FILES + OTHERS
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    fitting = max(1, (allowed - OTHERS) // FILES)
    if fitting < CONNECTIONS:
        print(
            f"Only {hard} files may be open at once (ulimit -n): each web process holds "
            f"{fitting} connections instead of {CONNECTIONS}.",
            file=sys.stderr,
        )
    return fitting


def worker() -> list[str]:
    """Carry out tasks: two at once, so that a long draw does not hold up the standings.

    Threads of one process, because that leaves no child behind when it is killed.
    """
    command = [*CELERY, "worker", "--pool", "threads", "--concurrency", "2"]
    # There is no other worker to talk to, and asking for one takes seconds of every start and end.
    return [*command, "--without-gossip", "--without-mingle", "--without-heartbeat"]


def beat() -> list[str]:
    """Ask for the sweep, again and again."""
    return [*CELERY, "beat", "--pidfile="]
