"""What is wrong with a setting, so that a person can mend it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Return the message as it is; marks it for the translators' catalogue."""
    return message


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be so, the path of the field it stands in, and how to mend it.

    `message` is an English template in %-style with named `params`: whoever shows it translates
    the template first and fills it in afterwards.
    """

    code: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    field: str | None = None

    def text(self) -> str:
        """Return the message in English."""
        return self.message % self.params
