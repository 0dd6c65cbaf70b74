"""Problems of an input, with the texts that help to correct it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .bidi import filled

Step = str | int

gettext_noop: Callable[[str], str] = str
"""Mark a message for the translators' catalogue and return it."""


class SourceText(str):
    """A param that is itself an English source text, and is translated with its message."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that a user can correct: a stable code, a message, and a pointer to its place.

    `message` is an English template in %-style with named `params`. `pointer` is the path in the document that was
    read, made of names and of positions in lists. The param `field` names the field that is wrong in all lines
    together.
    """

    code: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    pointer: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return self.text()

    def text(self, translate: Callable[[str], str] = str) -> str:
        """Return the message, translated by `translate` and filled in; in English by default."""
        template = translate(self.message)
        params = {name: translate(said) if isinstance(said, SourceText) else said for name, said in self.params.items()}
        return filled(template, params) if params else template

    def under(self, *path: Step) -> "Problem":
        """Return the same problem with this path before its pointer."""
        return replace(self, pointer=(*path, *self.pointer))


class Refusal(Exception):  # noqa: N818 - an answer, not a fault
    """A rejected action; its problems say what to correct.

    Nothing is stored, except for the attempt itself if it `leaves_traces`.
    """

    leaves_traces = False

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = [problems] if isinstance(problems, Problem) else list(problems)
        super().__init__(", ".join(self.codes))

    @property
    def codes(self) -> list[str]:
        """Return the codes of its problems."""
        return [problem.code for problem in self.problems]


def distinct_texts(problems: Iterable[Problem], translate: Callable[[str], str] = str) -> list[str]:
    """Return the messages in order, without repeats, which occur if several sides have the same problem."""
    return list(dict.fromkeys(problem.text(translate) for problem in problems))
