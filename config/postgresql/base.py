"""Hand out no connection that PostgreSQL has closed.

After a new start of PostgreSQL all connections of the pool are dead, and each would fail the request that is given it.
One that the server has closed can be read from: that is seen without asking the server.
"""

import select
from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection of the pool that the server has not closed."""

    def get_new_connection(self, conn_params: Any) -> Any:
        """Take one out of the pool; those found dead are given back, which has the pool replace them."""
        connection = super().get_new_connection(conn_params)
        while self.pool and is_hung_up(connection):
            connection.close()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection


def is_hung_up(connection: Any) -> bool:
    """Whether the server has said something that nobody asked for, as it does before it goes."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.pgconn.socket, select.POLLIN)
    return bool(waiting.poll(0))
