"""A screen as its director's page shows it."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.actions.screens.opening import LOST
from tournaments.models import PROGRAM, Screen
from tournaments.wording.words import translated

A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class ShownScreen:
    """A screen with what is told of it in words."""

    screen: Screen

    @property
    def title(self) -> str:
        """What it is called, by the director or by its number."""
        return self.screen.name or gettext("Screen %(number)d") % {"number": self.screen.pk}

    @property
    def is_lost(self) -> bool:
        """Whether nothing was heard of it for some time."""
        return timezone.now() - self.screen.seen_at > LOST

    @property
    def shows(self) -> list[str]:
        """What it shows in turn."""
        parts = (name for name in PROGRAM if name.startswith("shows_") and getattr(self.screen, name))
        return [translated(PROGRAM[name].label) for name in parts]

    @property
    def turn(self) -> str:
        """Within which time it shows everybody, once it has told how many pages that takes."""
        if not self.screen.pages:
            return ""
        pages = self.screen.pages
        told = ngettext(
            "%(pages)d page: everybody within %(time)s", "%(pages)d pages: everybody within %(time)s", pages
        )
        return told % {"pages": pages, "time": duration(pages * self.screen.seconds)}


def duration(seconds: int) -> str:
    """So many seconds in minutes and seconds, where it is a minute."""
    minutes, rest = divmod(seconds, A_MINUTE)
    if not minutes:
        return gettext("%(seconds)d s") % {"seconds": rest}
    return gettext("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
