"""Exceptions for the refusals of the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Fault:
    """A fault of a request: its place, its code, and a message in the reader's language."""

    code: str
    message: str
    pointer: str = ""
    parameter: str = ""
    header: str = ""

    @property
    def place(self) -> str:
        """A JSON pointer into the body, or the name of the parameter or header; empty for the request as a whole."""
        return self.pointer or self.parameter or self.header


class Refused(Exception):
    """The API refused a request; `faults` has all faults of the request.

    `problem` is the whole response, for example with `current` and `current_etag` (412, 428) or `agreement` (409).
    """

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.problem = problem
        self.faults = tuple(map(_fault, problem.get("errors", [])))
        lines = [f"{fault.place}: {fault.message}".removeprefix(": ") for fault in self.faults]
        super().__init__("\n".join([f"{status} {problem.get('title', '')}".rstrip(), *lines]))

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the faults, which never change."""
        return frozenset(fault.code for fault in self.faults)

    @property
    def current_etag(self) -> str:
        """The ETag of `problem["current"]`, to send as `if_match` after comparing the two versions.

        It is "" if there is none.
        """
        return str(self.problem.get("current_etag", ""))

    @property
    def agreement(self) -> str:
        """The value to send as `agreed` to permit the changes of standings in `problem["changes"]`.

        It is "" if there is none.
        """
        return str(self.problem.get("agreement", ""))


def _fault(error: Mapping[str, Any]) -> Fault:
    return Fault(**{name: str(error.get(name, "")) for name in Fault.__dataclass_fields__})


def refusal(answer: httpx.Response) -> Refused:
    """Return the exception for an error response; it has no faults if the response is not a problem document."""
    is_problem = answer.headers.get("content-type", "").startswith("application/problem+json")
    return Refused(answer.status_code, answer.json() if is_problem else {"title": answer.reason_phrase})
