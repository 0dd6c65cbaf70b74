"""The files of Tavolo through which a new hand from a phone passes, in order.

Run from the root of the repository, in the environment of the tests:
python -m benchmarks.road_of_a_tally
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

HOME = Path(__file__).parents[1]
OURS = tuple(f"{HOME}/{room}/" for room in ("config", "scoring", "tournaments"))


@contextmanager
def entered() -> Iterator[dict[str, list[str]]]:
    """Yield a mapping that gets the functions called during the block, by file.

    Both are in the order of first calls.
    """
    files: dict[str, list[str]] = {}

    def see(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS):
            functions = files.setdefault(code.co_filename.removeprefix(f"{HOME}/"), [])
            if code.co_qualname not in functions:
                functions.append(code.co_qualname)

    sys.setprofile(see)
    try:
        yield files
    finally:
        sys.setprofile(None)


def files_of_a_tally() -> dict[str, list[str]]:
    """Return the functions called for the second hand from a phone, by file. The first hand fills the caches."""
    from tests.halls import a_club, a_round, a_table, a_tournament, a_user
    from tests.web.at_table import LEVEL, a_phone, path, tally

    table = a_table(a_round(a_tournament(a_club(owner=a_user()), table={"hands": 8})))
    phone = a_phone(table, seat=0)
    phone.post(path(table, "table-hand", 1), tally(LEVEL))
    with entered() as files:
        phone.post(path(table, "table-hand", 2), tally(LEVEL))
    return files


def main() -> None:
    """Print each file with its functions, then the number of files and of functions."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)
    files = files_of_a_tally()
    for number, (file, functions) in enumerate(files.items(), start=1):
        print(f"{number:>3}  {file}: {', '.join(functions)}")
    print(f"{len(files)} files, {sum(map(len, files.values()))} functions")


if __name__ == "__main__":
    main()
