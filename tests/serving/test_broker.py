"""The broker's folder of messages: each is delivered whole and once, and no file stops a worker."""

import shutil
import threading

import pytest
from kombu import Connection


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "broker"


def connected(folder):
    options = {"folder": str(folder)}
    transport = "tournaments.serving.broker:Transport"
    return Connection("folder://localhost", transport=transport, transport_options=options)


@pytest.fixture
def broker(folder):
    with connected(folder) as connection:
        yield connection


def put(broker, *arguments, task="refresh"):
    with broker.Producer() as producer:
        producer.publish(list(arguments), routing_key="celery", headers={"task": task})


def taken(broker):
    channel = broker.default_channel
    matches = []
    while message := channel.basic_get("celery", no_ack=True):
        matches.append(message.payload)
    return matches


def files(folder, kind="messages"):
    return sorted(folder.joinpath(kind).glob("*"))


def test_a_message_arrives_and_leaves_nothing_behind(broker, folder):
    put(broker, 7)
    assert taken(broker) == [[7]]
    assert files(folder) + files(folder, "aside") == []


def test_the_same_message_waits_once(broker):
    for _time in range(3):
        put(broker, 7)
    put(broker, 7, task="draw")
    put(broker, 8)
    assert sorted(taken(broker)) == [[7], [7], [8]]


@pytest.mark.slow
def test_concurrent_reader_sees_whole_messages(broker, folder):
    long = "a" * 3_000_000
    writer = threading.Thread(target=lambda: [put(broker, n, long) for n in range(10)])
    with connected(folder) as reader:
        matches = []
        writer.start()
        while writer.is_alive():
            matches += taken(reader)
        matches += taken(reader)
    assert sorted(payload[0] for payload in matches) == list(range(10))
    assert files(folder, "aside") == []


BROKEN = {
    "empty": b"",
    "cut": b'{"body": "W10=", "head',
    "of another kind": b"[1, 2]",
    "without properties": b'{"body": "W10=", "headers": {}}',
    "not of letters": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_unreadable_message_is_moved_and_logged_once(broker, folder, content, caplog):
    put(broker, 7)
    folder.joinpath("messages", "0.celery.msg").write_bytes(content)
    assert taken(broker) == [[7]]
    assert files(folder) == []
    assert files(folder, "aside") == [folder / "aside" / "0.celery.msg"]
    assert len(caplog.records) == 1
    assert taken(broker) == []
    assert len(caplog.records) == 1


def test_of_what_was_set_aside_a_hundred_files_are_kept(broker, folder):
    put(broker, 7)
    for number in range(150):
        folder.joinpath("messages", f"{number}.celery.msg").touch()
    assert taken(broker) == [[7]]
    assert len(files(folder, "aside")) == 100


def test_a_folder_that_is_gone_is_made_again(broker, folder):
    put(broker, 7)
    shutil.rmtree(folder)
    assert taken(broker) == []
    put(broker, 8)
    assert taken(broker) == [[8]]
