"""A day of the worker's sweeps and hints at a hundred times the speed: the delay of standings, and memory growth.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.a_day [MINUTES]
The programs are the real ones; only their settings make them faster. Every seventh hint is dropped on purpose. The
baseline, from which growth is measured, is the state after a twentieth of the time.
"""

import sys
from tempfile import TemporaryDirectory

from benchmarks.measuring import report
from tests.fixtures.serving import Served
from tests.long_evening import LOST_EVERY, SETTINGS, State, begin, play, state

DAY = 24 * 60


def main() -> None:
    """Run the day; print the state after a twentieth of it and at the end."""
    minutes = float(sys.argv[1]) if sys.argv[1:] else DAY
    with TemporaryDirectory() as temporary:
        served = Served(f"{temporary}/data", DJANGO_SETTINGS_MODULE=SETTINGS)
        try:
            known = begin(served)
            play(served, known, minutes / 20)
            early = state(served)
            hints, lost = play(served, known, minutes * 19 / 20)
            late = state(served)
            report(f"simulated minutes, every {LOST_EVERY}th hint lost", f"{minutes:.0f}")
            report("hints told: how many, median and longest lag", figures(hints))
            report("hints lost: how many, median and longest lag", figures(lost))
            print_growth(early, late)
            report("on the terminal", served.complaints.read_text() or "nothing")
        finally:
            served.close()


def figures(lags: list[float]) -> str:
    """Return delays as text: their number, median and maximum."""
    count, median, longest = lags
    return f"{count:.0f}, {median:.3f} s, {longest:.3f} s"


def print_growth(early: State, late: State) -> None:
    """Print memory, threads, open files and stored bytes at the baseline and at the end."""
    report("the same programs as early", str(early.programs == late.programs))
    for name, memory in late.memory.items():
        report(f"memory of the {name} alone", f"{early.memory[name]:.1f} MB, in the end {memory:.1f} MB")
    report("threads; files open", f"{early.threads}; {early.files_open}, in the end {late.threads}; {late.files_open}")
    for name in sorted(early.folder | late.folder):
        report(name, f"{early.folder[name] / 1e3:.1f} kB, in the end {late.folder[name] / 1e3:.1f} kB")


if __name__ == "__main__":
    main()
