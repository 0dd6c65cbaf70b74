"""The hall's router: between the phones and the server, and it can be switched off."""

import contextlib
import socket
import threading


class Router:
    """Forwards connections to a server's port until it is off; phones open `address`."""

    def __init__(self, server, address):
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"{address}:{self.listener.getsockname()[1]}"
        self.is_on, self.is_mute = True, False
        self.lines = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        with contextlib.suppress(OSError):
            while True:
                phone, _where = self.listener.accept()
                self._connect(phone)

    def _connect(self, phone):
        try:
            if not self.is_on:
                raise ConnectionRefusedError
            far = socket.create_connection(self.server)
        except OSError:
            phone.close()
            return
        self.lines += [phone, far]
        for one, other in ((phone, far), (far, phone)):
            threading.Thread(target=self._carry, args=(one, other, phone), daemon=True).start()

    def _carry(self, one, other, phone):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not (self.is_mute and other is phone):
                    other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def off(self):
        """Close every connection, and refuse new ones."""
        self.is_on = False
        for line in self.lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self.lines = []

    def mute(self):
        """Forward what phones send to the server, and no responses."""
        self.is_mute = True

    def on(self):
        """Forward everything again."""
        self.is_on, self.is_mute = True, False

    def close(self):
        self.off()
        self.listener.close()
