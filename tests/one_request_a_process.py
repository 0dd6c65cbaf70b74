"""A web server that answers each request in a process of its own, and kills it when told to.

`python -m tests.one_request_a_process` prints its port. The header `X-Kill-At: n` has the process
killed, as by SIGKILL, before the n-th of its steps: its statements, its commits and its answer.
"""

import os
import signal
import socketserver
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

steps = {"taken": 0, "kill_at": 0}


def step():
    """One more step; the last one of this process where that was asked for."""
    steps["taken"] += 1
    if steps["taken"] == steps["kill_at"]:
        os.kill(os.getpid(), signal.SIGKILL)


def stepwise(execute, sql, params, many, context):
    step()
    return execute(sql, params, many, context)


def commit_stepwise(connection):
    step()
    commit_at_once(connection)


commit_at_once = BaseDatabaseWrapper._commit


class OneProcessEach(socketserver.ForkingMixIn, WSGIServer):
    """A fork for every request."""


class Quiet(WSGIRequestHandler):
    def log_message(self, *_arguments):
        """Say nothing."""


def counted(application):
    def answer(environ, start_response):
        steps["taken"], steps["kill_at"] = 0, int(environ.get("HTTP_X_KILL_AT", 0))

        def start(*answer):
            step()
            return start_response(*answer)

        return application(environ, start)

    return answer


def main():
    from django.core.wsgi import get_wsgi_application
    from django.db import connections
    from django.test import Client

    application = get_wsgi_application()
    warm = Client(headers={"host": "localhost"}).get("/api/v1/games/")  # loads what a fork needs
    assert warm.status_code == 200, warm
    connections.close_all()
    BaseDatabaseWrapper._commit = commit_stepwise
    connection_created.connect(lambda connection, **_more: connection.execute_wrappers.append(stepwise), weak=False)
    server = make_server("127.0.0.1", 0, counted(application), OneProcessEach, Quiet)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
