"""Who does something, and by which road it came."""

from dataclasses import dataclass

from tournaments.models import User


@dataclass(frozen=True, slots=True)
class Actor:
    """A user, or nobody for what the clock does, with the road taken: web, api, command, clock."""

    user: User | None
    source: str
    device: str = ""

    @property
    def personal(self) -> dict[str, object]:
        """What the ledger keeps of this actor in its erasable part."""
        about = {"user": self.user.pk if self.user else None, "device": self.device}
        return {key: value for key, value in about.items() if value}


CLOCK = Actor(user=None, source="clock")
