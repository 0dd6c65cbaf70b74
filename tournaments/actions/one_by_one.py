"""Doing the same for many, none of whom pays for the fault of another."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def one_by_one(act: Callable[[Item], Result | None], items: Iterable[Item]) -> list[Result]:
    """What the action comes to for each, where it comes to something.

    Raises ExceptionGroup, which names those that failed, once all have had their turn.
    """
    results: list[Result] = []
    faults: dict[str, Exception] = {}
    for item in items:
        try:
            result = act(item)
        except Exception as fault:  # noqa: BLE001 - raised below
            faults[str(item)] = fault
        else:
            results += [] if result is None else [result]
    if faults:
        raise ExceptionGroup(f"for {', '.join(faults)}", list(faults.values()))
    return results
