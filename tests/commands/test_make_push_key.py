"""manage.py make_push_key: two lines that the settings take as they are."""

import pytest

from tests.processes import manage


@pytest.mark.slow
def test_printed_settings_switch_push_messages_on():
    done = manage("make_push_key")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    given = dict(line.split("=", 1) for line in lines)
    assert list(given) == ["TAVOLO_PUSH_KEY", "TAVOLO_PUSH_CONTACT"]
    assert (manage("check", **given).returncode, manage("make_push_key").stdout == done.stdout) == (0, False)


@pytest.mark.slow
def test_push_key_without_contact_stops_the_start():
    done = manage("check", TAVOLO_PUSH_CONTACT="mailto:club@example.org")
    assert (done.returncode, done.stderr) == (1, "Tavolo cannot start: TAVOLO_PUSH_KEY is missing\n")
    done = manage("check", TAVOLO_PUSH_KEY="A" * 43, TAVOLO_PUSH_CONTACT="club")
    assert done.stderr.splitlines()[0].startswith(
        "Tavolo cannot start: TAVOLO_PUSH_KEY should be a key that manage.py make_push_key has made; "
        "TAVOLO_PUSH_CONTACT should be like mailto:somebody@example.org"
    )
