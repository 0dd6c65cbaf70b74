"""The print-out of the overall standings of all stages."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.stages.order import PlaceOverAll, StageInOrder
from tournaments.models import Tournament
from tournaments.wording.stage_words import sentence_among
from tournaments.wording.words import figure

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

PLACE, STAGE, SCORE = 18 * mm, 60 * mm, 24 * mm


def stages_paper(
    tournament: Tournament, stages: Sequence[StageInOrder], order: Sequence[PlaceOverAll], *, state: str, note: str
) -> bytes:
    """Return the PDF of the overall standings, with the rules of each stage."""
    title = _("Overall standings")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament), note=note)
    said = [sentence_among(each, stages) for each in stages if each.stage]
    rows = [
        [
            str(each.place),
            each.result.row["name"],
            f"{each.stage.name}: {each.result.place}",
            figure(each.result.row["score"]),
        ]
        for each in order
    ]
    parts = [
        text(state, style(9, bold=True)),
        Spacer(0, 2 * mm),
        grid(
            [_("Place"), _("Player"), _("Place in the stage"), _("Score")],
            rows,
            widths=[PLACE, sheet.width - PLACE - STAGE - SCORE, STAGE, SCORE],
            numbers=[0, 3],
            bold=[0],
        ),
        Spacer(0, 4 * mm),
        text("\n".join(said), style(9, soft=True)),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])
