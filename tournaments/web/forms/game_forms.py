"""For each game, the layout of the form for a tally, and its additional questions.

Games without a layout have a plain form.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_lazy as _

from scoring.accusations import ACCUSATIONS
from scoring.brisca import Brisca
from scoring.brisca_rematada import BriscaRematada
from scoring.brisca_variants import Mariaje, MuerteAlTres
from scoring.briscola_chiamata import BriscolaChiamata
from scoring.buddha import Buddha
from scoring.buraco import CANASTRAS, Buraco
from scoring.burraco import TERMS as BURRACO_TERMS
from scoring.burraco import Burraco
from scoring.busca import Busca
from scoring.fields import Choice, Field, Kind
from scoring.hearts import Hearts
from scoring.king import WORTH, King
from scoring.places import Places
from scoring.points import Points
from scoring.primiera import NAMES
from scoring.problems import gettext_noop
from scoring.result import Result
from scoring.ruleset import RuleSet
from scoring.scopa import Scopa
from scoring.totals import TableTotals
from scoring.tressette import Tressette
from tournaments.models import Hand
from tournaments.wording.words import Words

from .inputs import NOBODY, Input, worded


@dataclass(frozen=True, slots=True, kw_only=True)
class CollapsedFields:
    """Fields that are collapsed under a title. A problem with the code `opens` expands them.

    If `asks` is given, the answer to this question decides whether they are shown.
    """

    title: Words
    names: tuple[str, ...]
    opens: str = ""
    asks: Field | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormLayout:
    """The positions of a game's fields on its form.

    Positions: `columns` has the fields beside each side's name; `groups` has titled rows with a column for each side;
    `above` and `below` have facts of the hand. Fields without a position are collapsed at the end.

    Values: `usual` has the meaning of an empty cell in a spreadsheet; forms do not use it. `said` has facts that are
    required although the rules have a default. `mirrored` has, for each value of a field, the value of the other side.
    `instead` has, for a field, another field that may be filled in instead of it. A field in `one_side` is true for at
    most one side, and a field in `somebody` for exactly one side. At most one side chooses a value in `alone`.

    Sums and result: `lessens` has the facts that are subtracted from a column's sum. `sums_by` has the facts that
    decide a column's sum, with the sum for each value. `ends` is the fact that ends a hand without a count. `worth` is
    the value of one unit of a field; `worthless` has the words for a side without any unit. If `runs` is true, the form
    shows the result while it is being filled in.
    """

    template: str = "hand/_sheet_rows.html"
    columns: tuple[str, ...] = ()
    groups: tuple[tuple[Words, tuple[str, ...]], ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    collapsed: tuple[CollapsedFields, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)
    mirrored: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    one_side: tuple[str, ...] = ()
    somebody: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    alone: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    lessens: Mapping[str, str] = field(default_factory=dict)
    sums_by: Mapping[str, tuple[str, Mapping[str, int]]] = field(default_factory=dict)
    ends: str = ""
    worth: Mapping[str, int] = field(default_factory=dict)
    worthless: Words = ""
    runs: bool = False

    @property
    def placed(self) -> set[str]:
        """The names of all fields that have a position in the layout."""
        grouped = (name for _title, names in self.groups for name in names)
        folded = (name for part in self.collapsed for name in part.names)
        return {*self.columns, *grouped, *self.above, *self.below, *folded}


CARDS = CollapsedFields(title=_("Cards, counted when the hand is level"), names=("cards",), opens="cards_needed")
SCORE = CollapsedFields(title=_("Points, where you keep them"), names=("points",))
ANY_MARRIAGES = Field(
    "any_marriages",
    gettext_noop("Marriages"),
    choices=(Choice("none", gettext_noop("None")), Choice("some", gettext_noop("Some"))),
)
OPPOSITES = {"win": "loss", "draw": "draw", "loss": "win"}
MARRIAGES = CollapsedFields(title=_("Marriages"), names=("trump_marriages", "plain_marriages"), asks=ANY_MARRIAGES)
BEST_CARDS = CollapsedFields(title=_("Primiera by the best cards"), names=NAMES)
ANY_ACCUSATIONS = Field(
    "any_accusations",
    gettext_noop("Declarations"),
    choices=(Choice("none", gettext_noop("No declarations")), Choice("some", gettext_noop("Declarations made"))),
)
ACCUSED = CollapsedFields(
    title=_("Declarations"), names=tuple(accused.name for accused in ACCUSATIONS), asks=ANY_ACCUSATIONS
)
PLAIN = FormLayout(template="hand/_sheet_plain.html")
CANASTRA_NAMES, BURRACO_NAMES = tuple(CANASTRAS.sorts), tuple(BURRACO_TERMS.canastras.sorts)
BURACO = FormLayout(
    template="hand/_sheet_columns.html",
    groups=(
        (_("Canastras"), CANASTRA_NAMES),
        (_("Cards"), ("table_points", "hand_points")),
        (_("The end"), ("morto", "went_out")),
    ),
    one_side=("went_out",),
    usual={**dict.fromkeys(CANASTRA_NAMES, "0"), "morto": "taken", "went_out": NOBODY},
    worth=CANASTRAS.bonuses,
    worthless=_("no canastras"),
    runs=True,
)

FORM_LAYOUTS: Mapping[type[RuleSet], FormLayout] = {
    Busca: FormLayout(columns=("points",)),
    Buddha: FormLayout(columns=("bid", "tricks"), below=("all_yin_tricks",), lessens={"tricks": "all_yin_tricks"}),
    Brisca: FormLayout(columns=("points",), collapsed=(CARDS,)),
    Mariaje: FormLayout(columns=("points",), collapsed=(MARRIAGES, CARDS)),
    MuerteAlTres: FormLayout(
        columns=("points",), above=("three_killed_by",), collapsed=(CARDS,), ends="three_killed_by"
    ),
    BriscolaChiamata: FormLayout(
        columns=("role",),
        below=("caller_points", "threshold"),
        usual={"role": "defender", "threshold": "61"},
        alone=("caller", "partner"),
        said=("threshold",),
    ),
    BriscaRematada: FormLayout(
        columns=("points", "declarer", "last_trick"), one_side=("last_trick",), below=("bid",), collapsed=(MARRIAGES,)
    ),
    Hearts: FormLayout(columns=("points",)),
    King: FormLayout(
        columns=("taken",),
        above=("deal",),
        sums_by={"taken": ("deal", {deal: number for deal, (number, _worth) in WORTH.items()})},
    ),
    **dict.fromkeys((Points, TableTotals), FormLayout(columns=("points",))),
    Places: FormLayout(columns=("place",)),
    Result: FormLayout(columns=("result",), collapsed=(SCORE,), mirrored={"result": OPPOSITES}),
    Buraco: BURACO,
    Burraco: replace(
        BURACO,
        groups=(
            (_("Burracos"), BURRACO_NAMES),
            (_("Cards"), ("cards", "hand")),
            (_("The end"), ("pozzetto", "went_out")),
        ),
        usual={**dict.fromkeys(BURRACO_NAMES, "0"), "pozzetto": "taken", "went_out": NOBODY},
        worth=BURRACO_TERMS.canastras.bonuses,
        worthless=_("no burracos"),
    ),
    Tressette: FormLayout(columns=("points",), collapsed=(ACCUSED,)),
    Scopa: FormLayout(
        template="hand/_sheet_columns.html",
        groups=((_("The hand"), ("cards", "coins", "sweeps", "settebello", "primiera")),),
        collapsed=(BEST_CARDS,),
        one_side=("settebello", "primiera"),
        somebody=("settebello",),
        instead={"primiera": BEST_CARDS.names[0]},
        runs=True,
    ),
}


def form_layout_of(ruleset: RuleSet) -> FormLayout:
    """Return the layout of a game or of its base game; the plain layout if neither has one."""
    return next((FORM_LAYOUTS[kind] for kind in type(ruleset).__mro__ if kind in FORM_LAYOUTS), PLAIN)


ALONE = Field("alone", gettext_noop("Nobody: the caller plays alone"), kind=Kind.BOOLEAN, optional=True)


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a form's values: submitted data, the current hand, or neither."""

    data: Mapping[str, str] | None
    hand: Hand | None

    def typed(self, field: Field, of_the_hand: str) -> str:
        """Return the submitted answer to a question.

        Without submitted data, return `of_the_hand` if there is a current hand, else "".
        """
        if self.data is not None:
            return self.data.get(f"hand-{field.name}", "").strip()
        return of_the_hand if self.hand else ""


def questions(layout: FormLayout, source: Source, fields: Container[str]) -> dict[str, Input]:
    """Return a layout's questions that are not declared fields, by name.

    A question about collapsed fields is asked only if any of them is in `fields`, the names of a line's fields.
    """
    asked = [
        _question(part.asks, source.typed(part.asks, "some" if _has_value(source.hand, part) else "none"))
        for part in layout.collapsed
        if part.asks and any(name in fields for name in part.names)
    ]
    if layout.alone:
        asked.append(_question(ALONE, source.typed(ALONE, "" if _has_choice(source.hand, layout.alone[-1]) else "yes")))
    return {one.declared.name: one for one in asked}


def _question(field: Field, typed: str) -> Input:
    return Input(field, f"hand-{field.name}", typed, worded(field.choices))


def _has_value(hand: Hand | None, part: CollapsedFields) -> bool:
    lines = hand.lines if hand else ()
    return any(line and line.get(name) for line in lines for name in part.names)


def _has_choice(hand: Hand | None, word: str) -> bool:
    lines = hand.lines if hand else ()
    return any(word in line.values() for line in lines if line)
