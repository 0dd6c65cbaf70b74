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
FILES = 2  # for each connection: its socket, and the file that is sent to it
OTHERS = 256  # files for the database and for the program itself
UNDER_WAY = 60  # seconds in which a replaced process may finish its requests; at a stop the supervisor waits less
LOGGERS: dict[str, dict[str, str]] = {"_granian": {}}  # it logs by Tavolo's own handlers


def run_web_server(host: str, port: int, certificate: Path | None, key: Path | None, processes: int) -> None:
    """Serve pages and the API in this many processes, which share the port, until a signal ends the server."""
    if sys.platform == "linux":  # elsewhere forking is not safe, and each process loads the application
        multiprocessing.set_start_method("fork", force=True)  # `serve` has set it already
        import_module(APPLICATION)
        gc.freeze()  # garbage collection would copy shared memory
    Granian(
        f"{APPLICATION}:application",
        address=host,
        port=port,
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig={"loggers": LOGGERS},
        workers=processes,
        backpressure=count_connections(),
        http=HTTPModes.http1,  # with HTTP/2, silent connections would never be closed
        http1_settings=HTTP1Settings(header_read_timeout=settings.CLIENT_PATIENCE * 1000),
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=UNDER_WAY,
        ssl_cert=certificate,
        ssl_key=key,
        ssl_protocol_min=SSLProtocols.tls12,
    ).serve()


def count_connections() -> int:
    """Return the connections allowed for each process; prints a warning if the open-files limit lowers it."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]  # granian has raised this limit as far as it may
    fitting = CONNECTIONS if files == resource.RLIM_INFINITY else max(1, (files - OTHERS) // FILES)
    if fitting < CONNECTIONS:
        print(
            f"Only {files} files may be open at once (ulimit -n): each web process holds "
            f"{fitting} connections instead of {CONNECTIONS}.",
            file=sys.stderr,
        )
    return min(fitting, CONNECTIONS)
