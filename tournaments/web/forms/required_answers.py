"""Answers that a form requires although the rules have a default."""

from collections.abc import Iterator

from scoring.fields import missing
from scoring.problems import Problem
from scoring.problems import gettext_noop as _

from .game_forms import ALONE
from .hands import TallyForm


def missing_answers(form: TallyForm) -> list[Problem]:
    """Return problems for required answers that are missing, or that contradict other answers of the form."""
    return [*missing_cells(form), *_missing_parts(form), *missing_roles(form)]


def missing_cells(form: TallyForm) -> Iterator[Problem]:
    """Yield a problem for each required fact that is empty."""
    return (missing(name).under("hand") for name in form.layout.said if form.facts[name].typed == "")


def _missing_parts(form: TallyForm) -> Iterator[Problem]:
    for part in form.layout.collapsed:
        if not part.asks or part.asks.name not in form.questions:
            continue
        answer = form.questions[part.asks.name].typed
        has_some = any(one.value for name in part.names for one in form.column(name))
        if answer not in ("none", "some"):
            yield missing(part.asks.name).under("hand")
        elif has_some != (answer == "some"):
            message = _("This and the numbers below contradict each other")
            yield Problem("contradiction", message, pointer=("hand", part.asks.name))


def missing_roles(form: TallyForm) -> Iterator[Problem]:
    """Yield a problem if the form neither names a partner nor says that the caller plays alone, or does both."""
    if not form.layout.alone:
        return
    _caller, partner = form.layout.alone
    has_partner = any(one.typed == partner or one.is_unknown for line in form.lines for one in line.inputs.values())
    is_alone = form.questions[ALONE.name].typed == "yes"
    if not has_partner and not is_alone:
        message = _("Say who plays with the caller, or that nobody does")
        yield Problem("missing_field", message, pointer=("hand", ALONE.name))
    elif has_partner and is_alone:
        message = _("There is one caller and at most one partner: the others are defenders")
        yield Problem("roles", message, {"field": "role"}, ("lines",))
