"""Problems of an input, with texts that help to correct the input."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .bidi import filled

Step = str | int

gettext_noop: Callable[[str], str] = str
"""Mark a message for the translators' catalogue and return it."""


class SourceText(str):
    """An English source text as a parameter of a message; it is translated together with the message."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that a user can correct: a stable code, a message, and a pointer to its place.

    `message` is an English template in %-style with named `params`. `pointer` is the path in the document that was
    read; it consists of names and of positions in lists. If a field is wrong in all lines together, the parameter
    `field` has its name.
    """

    code: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    pointer: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return self.text()

    def text(self, translate: Callable[[str], str] = str) -> str:
        """Return the message with its parameters.

        `translate` translates the template and parameters of type SourceText.
        """
        template = translate(self.message)
        params = {name: translate(said) if isinstance(said, SourceText) else said for name, said in self.params.items()}
        return filled(template, params) if params else template

    def under(self, *path: Step) -> "Problem":
        """Return the same problem with this path before its pointer."""
        return replace(self, pointer=(*path, *self.pointer))


class Refusal(Exception):  # noqa: N818 - an answer, not a fault
    """A rejected action; its problems say what to correct.

    Nothing is stored, except the attempt itself if `leaves_traces`.
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
    """Return the messages in order, each only once: several sides can have the same problem."""
    return list(dict.fromkeys(problem.text(translate) for problem in problems))
