"""The web server granian, which loads the application once and forks its worker processes."""

import gc
import multiprocessing
import resource
import sys
from importlib import import_module
from pathlib import Path

from django.conf import settings
from granian import Granian
from granian.constants import HTTPModes, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels

APPLICATION = "config.rsgi"
CONNECTIONS = 4096  # per process
FILES = 2  # for each connection: its socket, and a file that is sent
OTHERS = 256  # files for the database and for the program itself
UNDER_WAY = 60  # seconds that a replaced process has for its requests; at the end the supervisor waits less
LOGGERS: dict[str, dict[str, str]] = {"_granian": {}}  # it uses Tavolo's log handlers


def run_web_server(host: str, port: int, certificate: Path | None, key: Path | None, processes: int) -> None:
    """Serve pages and API in `processes` processes, which share the port, until a signal ends the server."""
    if sys.platform == "linux":  # on other systems forking is not safe, and each process loads the application
        multiprocessing.set_start_method("fork", force=True)  # `serve` has set it already
        import_module(APPLICATION)
        gc.freeze()  # garbage collection would copy the shared memory
    Granian(
        f"{APPLICATION}:application",
        address=host,
        port=port,
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig={"loggers": LOGGERS},
        workers=processes,
        backpressure=count_connections(),
        http=HTTPModes.http1,  # with HTTP/2, connections without requests would never be closed
        http1_settings=HTTP1Settings(header_read_timeout=settings.CLIENT_PATIENCE * 1000),
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=UNDER_WAY,
        ssl_cert=certificate,
        ssl_key=key,
        ssl_protocol_min=SSLProtocols.tls12,
    ).serve()


def count_connections() -> int:
    """Return how many connections each process may have; if the limit on open files lowers it, print a warning."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]  # granian has raised this limit as far as it can
    fitting = CONNECTIONS if files == resource.RLIM_INFINITY else max(1, (files - OTHERS) // FILES)
    if fitting < CONNECTIONS:
        print(
            f"Only {files} files may be open at once (ulimit -n): each web process holds "
            f"{fitting} connections instead of {CONNECTIONS}.",
            file=sys.stderr,
        )
    return min(fitting, CONNECTIONS)
