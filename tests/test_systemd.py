"""The units in systemd/: what they run, and how they depend on each other."""

import re

import pytest
from django.core.management import get_commands, load_command_class

from tests.processes import HOME


def test_the_units_of_systemd_run_the_programs_after_migrate():
    commands = {}
    for unit in (HOME / "systemd").glob("*.service"):
        text = unit.read_text()
        for words in re.findall(r"^ExecStart=/opt/tavolo/\.venv/bin/python manage\.py (.*)$", text, re.MULTILINE):
            name, *options = words.replace("%i", "8001").split()
            call = load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(options)
            commands[f"{name} {getattr(call, 'program', '')}".strip()] = "\nAfter=tavolo-migrate.service\n" in text
    programs = dict.fromkeys(("run web", "run worker", "run beat"), True)
    assert commands == {**programs, "migrate": False, "collectstatic": False, "backup": False}


@pytest.mark.parametrize("unit", ["web@", "worker", "beat"])
def test_a_program_of_systemd_starts_after_a_failed_migrate_and_is_restarted_with_it(unit):
    """With Requires= it would stay down for ever if the machine starts before that of the database."""
    text = (HOME / "systemd" / f"tavolo-{unit}.service").read_text()
    ties = re.findall(r"^(\w+)=tavolo-migrate\.service$", text, re.MULTILINE)
    assert set(ties) == {"Wants", "PartOf", "After"}
