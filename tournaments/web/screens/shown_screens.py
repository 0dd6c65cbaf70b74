"""A screen in the director's list."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.actions.screens.opening import LOST
from tournaments.models import PROGRAM, Screen
from tournaments.wording.words import translated

A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class ShownScreen:
    """A screen with the texts for the director's page."""

    screen: Screen

    @property
    def title(self) -> str:
        """The name of the screen, or its number."""
        return self.screen.name or gettext("Screen %(number)d") % {"number": self.screen.pk}

    @property
    def is_lost(self) -> bool:
        """Whether the screen has sent no request for longer than `LOST`."""
        return timezone.now() - self.screen.seen_at > LOST

    @property
    def shows(self) -> list[str]:
        """The names of the pages that it shows in turn."""
        parts = (name for name in PROGRAM if name.startswith("shows_") and getattr(self.screen, name))
        return [translated(PROGRAM[name].label) for name in parts]

    @property
    def turn(self) -> str:
        """How many pages the screen has and how long they take, as text; "" until it has reported its pages."""
        if not self.screen.pages:
            return ""
        pages = self.screen.pages
        message = ngettext(
            "%(pages)d page: everybody is shown within %(time)s",
            "%(pages)d pages: everybody is shown within %(time)s",
            pages,
        )
        return message % {"pages": pages, "time": duration(pages * self.screen.seconds)}


def duration(seconds: int) -> str:
    """Return seconds as text; from one minute on, with minutes."""
    minutes, rest = divmod(seconds, A_MINUTE)
    if not minutes:
        return gettext("%(seconds)d s") % {"seconds": rest}
    return gettext("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
