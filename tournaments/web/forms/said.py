"""Required answers on a form for facts with a default."""

from collections.abc import Iterator

from scoring.fields import missing
from scoring.problems import Problem
from scoring.problems import gettext_noop as _

from .columns import unsaid_cells
from .hands import TallyForm
from .questions import ALONE


def unsaid(form: TallyForm) -> list[Problem]:
    """Required answers that are missing or contradict others on the form."""
    return [*unsaid_cells(form), *_unsaid_of_parts(form), *unsaid_of_roles(form)]


def _unsaid_of_parts(form: TallyForm) -> Iterator[Problem]:
    for fold in form.sheet.folds:
        if not fold.asks:
            continue
        answer = form.questions[fold.asks.name].typed
        has_some = any(one.value for name in fold.names for one in form.column(name))
        if answer not in ("none", "some"):
            yield missing(fold.asks.name).under("hand")
        elif has_some != (answer == "some"):
            message = _("This and the numbers below contradict each other")
            yield Problem("contradiction", message, pointer=("hand", fold.asks.name))


def unsaid_of_roles(form: TallyForm) -> Iterator[Problem]:
    """Who plays with the caller, where neither a side nor that nobody does was said."""
    if not form.sheet.alone:
        return
    _caller, partner = form.sheet.alone
    has_partner = any(one.typed == partner or one.is_unknown for line in form.lines for one in line.inputs.values())
    is_alone = form.questions[ALONE.name].typed == "yes"
    if not has_partner and not is_alone:
        message = _("Say who plays with the caller, or that nobody does")
        yield Problem("missing_field", message, pointer=("hand", ALONE.name))
    elif has_partner and is_alone:
        message = _("There is one caller and at most one partner: the others are defenders")
        yield Problem("roles", message, {"field": "role"}, ("lines",))
