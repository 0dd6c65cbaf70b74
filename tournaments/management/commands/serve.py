"""Runs all of Tavolo on one machine with one command."""

import os
from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from tournaments.serving.supervisor import address
from tournaments.serving.supervisor.address import EVERYWHERE, ServerAddress
from tournaments.serving.supervisor.data_folder import lock_folder, requiring_data_folder
from tournaments.serving.supervisor.processes import replace_process


class Command(BaseCommand):
    """`manage.py serve`: runs the web server, the worker and the beat until Ctrl-C.

    The command starts twice. The first start loads no models or pages, and only finds the address. It then starts the
    command again with the address in the environment, where the settings read it.
    """

    help = "Serve Tavolo: the web server, the worker and the beat, until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments: the address to listen on, the certificate, and the demonstration club."""
        parser.add_argument("--host", default="", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=address.port_number, default=8000, help="port (8000; 0: a free one)")
        parser.add_argument("--lan", action="store_true", help="accept phones of the local network")
        parser.add_argument("--demo", action="store_true", help="load a demonstration club")
        parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="certificate (PEM)")
        parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key (PEM, PKCS#8)")
        parser.add_argument("--lock", type=int, help=SUPPRESS)  # file descriptor of the lock, passed by the first start

    def handle(self, *_args: Any, demo: bool, lock: int | None, **options: Any) -> None:
        """Serve. Raise CommandError if the data folder is not writable."""
        with requiring_data_folder():
            if lock is None:
                _begin(demo=demo, **options)
            else:
                from tournaments.serving.supervisor.serving import serve  # imports models, which the first start avoids

                server_address = _server_address(**options)
                serve(server_address, _url(server_address), _events(), lock, self.stdout, demo=demo)


def _begin(*, demo: bool, **options: Any) -> None:
    """Lock the data folder, find the address, and start the command again with this address."""
    with lock_folder(settings.DATA_DIR) as lock:
        server_address = _server_address(**options)
        command = ["serve", *server_address.options(), f"--lock={lock}", *(["--demo"] if demo else [])]
        replace_process(command, lock, _environment(server_address, _url(server_address)))


def _server_address(
    *, host: str, port: int, lan: bool, tls_cert: Path | None, tls_key: Path | None, **_others: Any
) -> ServerAddress:
    if bool(tls_cert) != bool(tls_key):
        raise CommandError("--tls-cert and --tls-key go together.")
    for file in filter(None, (tls_cert, tls_key)):
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
    host = address.numeric(host or (EVERYWHERE if lan else "127.0.0.1"))
    port = address.free_port(host, port)
    return ServerAddress(host=host, port=port, certificate=tls_cert, key=tls_key)


def _url(server_address: ServerAddress) -> str:
    """Return the public URL: TAVOLO_URL, else one made from the host or the machine's address, and the port."""
    scheme = "https" if server_address.certificate else "http"
    if not os.environ.get("TAVOLO_URL", "").strip():
        host = address.lan_address() if server_address.is_everywhere else server_address.host_in_url
        return f"{scheme}://{host}:{server_address.port}"
    if settings.HTTPS and scheme == "http" and not settings.TRUSTED_PROXIES:
        raise CommandError(
            "TAVOLO_URL is https: give --tls-cert and --tls-key, or name the proxy in front in TAVOLO_TRUSTED_PROXIES."
        )
    return settings.TAVOLO_URL


def _environment(server_address: ServerAddress, url: str) -> dict[str, str]:
    """Return the environment of all programs. It allows any host name if the server listens on all addresses."""
    hosts = "*" if server_address.is_everywhere else server_address.host_in_url
    ours = {"TAVOLO_URL": url, "TAVOLO_LOG_FILE": str(_events()), "MANAGE_NO_BOOTSTRAP": "1"}
    return {"TAVOLO_ALLOWED_HOSTS": hosts, **os.environ, **ours}


def _events() -> Path:
    """Return the path of the event file, to which all programs write."""
    return settings.LOG_FILE or settings.DATA_DIR / "events.jsonl"
