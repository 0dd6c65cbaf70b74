"""Messages are hints: a broker that is down or frozen neither fails nor delays an action."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest
import redis

from tests.fixtures.redis_server import RedisServer, free_port
from tests.processes import manage

COMMIT_WITH_A_HINT = """
import time
from django.db import transaction
from tournaments.hints import hint
from tests.halls import a_user
hint("tournaments.tasks.refresh_standings", 1)
with transaction.atomic():
    start = time.monotonic()
    a_user("dora")
    hint("tournaments.tasks.refresh_standings", 1)
print(time.monotonic() - start)
"""


@pytest.fixture
def data(tmp_path, prepared):
    return shutil.copytree(prepared, tmp_path / "data")


def users(data):
    with sqlite3.connect(data / "tavolo.sqlite3") as database:
        return database.execute("SELECT username FROM tournaments_user").fetchall()


@pytest.mark.slow
def test_a_broker_that_is_down_costs_a_line_in_the_log(data):
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    done = commit(data, nowhere)
    assert done.returncode == 0
    assert users(data) == [("dora",)]
    assert done.stderr.count("The broker took no message; the sweep will do without.") == 2
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.redis
def test_a_broker_that_is_frozen_is_not_waited_for(data, tmp_path):
    server = RedisServer(tmp_path)
    server.start()
    os.kill(server.process.pid, signal.SIGSTOP)
    done = commit(data, server.address)
    server.stop()
    assert users(data) == [("dora",)]
    assert float(done.stdout) < 5


TAKE_WHILE_REDIS_IS_FROZEN = """
import os, signal
from celery import current_app
from celery.utils.log import get_logger
with current_app.connection_for_read() as connection:
    channel = connection.default_channel
    channel.basic_qos(0, 1, False)
    queue = current_app.amqp.queues["standings"].bind(channel)
    queue.declare()
    current_app.send_task("tournaments.tasks.refresh_standings", (1,))
    message = queue.get(no_ack=False)
    print(channel.qos.can_consume())
    os.kill({redis}, signal.SIGSTOP)
    message.ack_log_error(get_logger("test"), connection.connection_errors)
    os.kill({redis}, signal.SIGCONT)
    print(channel.qos.can_consume())
"""


@pytest.mark.slow
@pytest.mark.redis
def test_a_worker_takes_messages_after_redis_was_frozen(data, tmp_path):
    server = RedisServer(tmp_path)
    server.start()
    script = TAKE_WHILE_REDIS_IS_FROZEN.format(redis=server.process.pid)
    variables = {"TAVOLO_DATA_DIR": str(data), "REDIS_URL": server.address}
    done = manage("shell", "--no-imports", "-c", script, **variables)
    server.stop()
    assert done.stdout.split() == ["False", "True"], done.stderr


SWEEP_WITHOUT_A_WORKER = """
from tournaments.hints import MOST_WAITING, queue_length, repeat_hints
task = "tournaments.tasks.deliver_webhook"
for sweep in range(MOST_WAITING + 5):
    assert repeat_hints(task, [1, 2]) == [1, 2]
print(queue_length(task), queue_length("tournaments.tasks.draw_round"))
"""


@pytest.mark.slow
@pytest.mark.redis
def test_sweeps_without_a_worker_do_not_fill_redis(data, tmp_path):
    server = RedisServer(tmp_path)
    server.start()
    assert sweep(data, server, SWEEP_WITHOUT_A_WORKER) == ["200", "0"]
    once = SWEEP_WITHOUT_A_WORKER.replace("range(MOST_WAITING + 5)", "range(1)")
    with closing(redis.Redis.from_url(server.address)) as client:
        client.config_set("maxmemory", 1)
    assert sweep(data, server, once) == ["0", "0"]
    server.stop()
    assert sweep(data, server, once) == ["0", "0"]


def sweep(data, server, script):
    """What the script prints, and nothing fails."""
    done = manage("shell", "--no-imports", "-c", script, TAVOLO_DATA_DIR=str(data), REDIS_URL=server.address)
    assert "Traceback" not in done.stderr
    return done.stdout.split()


def commit(data, address):
    script = ("shell", "--no-imports", "-c", COMMIT_WITH_A_HINT)
    return manage(*script, TAVOLO_DATA_DIR=str(data), REDIS_URL=address)


@pytest.mark.slow
@pytest.mark.redis
def test_a_worker_at_a_read_only_redis_ends_with_one_line(data, tmp_path):
    server = RedisServer(tmp_path)
    server.start()
    with closing(redis.Redis.from_url(server.address)) as client:
        client.replicaof("127.0.0.1", free_port())
        ended = manage("run", "worker", TAVOLO_DATA_DIR=str(data), REDIS_URL=server.address)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "Redis refuses to store messages: " in line
    assert "read only replica" in line
