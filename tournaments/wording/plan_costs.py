"""What a change of the plan between two rounds costs, in two sentences."""

from django.utils.translation import gettext

from tournaments.actions.rounds.still_to_play import StillToPlay

HOUR = 60


def cost_of_change(before: StillToPlay | None, after: StillToPlay | None) -> str:
    """Return what is to be played now and was before; "" if that is the same or not known."""
    if before is None or after is None or before == after:
        return ""
    message = gettext("Still to be played – %(after)s. Before the change – %(before)s.")
    return message % {"after": _described(after), "before": _described(before)}


def _described(left: StillToPlay) -> str:
    values: dict[str, object] = {"rounds": left.rounds, "byes": left.byes}
    if left.minutes is None:
        return gettext("rounds: %(rounds)d, byes: %(byes)d") % values
    values["time"] = f"{left.minutes // HOUR}:{left.minutes % HOUR:02}"
    return gettext("rounds: %(rounds)d, byes: %(byes)d, hours: %(time)s") % values
