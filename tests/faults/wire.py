"""The wire between the web servers and PostgreSQL: it can be cut, in both directions or in one."""

import socket
import threading
from contextlib import contextmanager, suppress


class Wire:
    """Listens at a port and forwards data to a Unix socket and back; while it is cut nothing arrives."""

    def __init__(self, target):
        self.target = str(target)
        self.flows = {"to the server": threading.Event(), "to the client": threading.Event()}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        for flow in self.flows.values():
            flow.set()
        threading.Thread(target=self._accept, daemon=True).start()

    @contextmanager
    def cut(self, *directions):
        """Forward nothing in these directions while the block runs, then everything that waits."""
        for direction in directions:
            self.flows[direction].clear()
        try:
            yield
        finally:
            for direction in directions:
                self.flows[direction].set()

    def close(self):
        self.listener.close()

    def _accept(self):
        with suppress(OSError):  # closed
            while True:
                client, _address = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self.target)
                for direction, one, other in (("to the server", client, server), ("to the client", server, client)):
                    threading.Thread(target=self._pump, args=(direction, one, other), daemon=True).start()

    def _pump(self, direction, one, other):
        with suppress(OSError):
            while data := one.recv(65_536):
                self.flows[direction].wait()
                other.sendall(data)
        self.flows[direction].wait()  # not even the end arrives
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
