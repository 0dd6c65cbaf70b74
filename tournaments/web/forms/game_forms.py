"""The form layout of each game's tally; games without one have a plain form."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from scoring.brisca import Brisca
from scoring.brisca_rematada import BriscaRematada
from scoring.brisca_variants import Mariaje, MuerteAlTres
from scoring.briscola_chiamata import BriscolaChiamata
from scoring.buddha import Buddha
from scoring.buraco import Buraco
from scoring.buraco_cards import CANASTRAS
from scoring.busca import Busca
from scoring.fields import Choice, Field
from scoring.places import Places
from scoring.points import Points
from scoring.problems import gettext_noop
from scoring.result import Result
from scoring.ruleset import RuleSet
from tournaments.wording.words import Words

from .inputs import NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Fields folded away under a title; the problem with the code `opens` unfolds them.

    With `asks`, a question decides whether they are shown.
    """

    title: Words
    names: tuple[str, ...]
    opens: str = ""
    asks: Field | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormLayout:
    """The positions of a game's fields on its form.

    `columns` are beside each side's name, `groups` are rows with a column for each side; facts of the hand are `above`
    and `below`. Fields without a position are folded away at the end. `usual` are the values of empty cells of a
    spreadsheet, which the pad leaves out; forms do not use them. Of the yes-or-no fields in `one_side` at most one side
    says yes, and at most one chooses a value in `alone`. `said` names facts that are required although the rules have a
    default. `lessens` names facts subtracted from a column's sum, `ends` the fact that ends the hand uncounted. `worth`
    is the value of one unit of a field. A form that `runs` shows its result while it is being filled in.
    """

    template: str = "hand/_sheet_rows.html"
    columns: tuple[str, ...] = ()
    groups: tuple[tuple[Words, tuple[str, ...]], ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    folds: tuple[Fold, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)
    one_side: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    lessens: Mapping[str, str] = field(default_factory=dict)
    ends: str = ""
    worth: Mapping[str, int] = field(default_factory=dict)
    runs: bool = False

    @property
    def placed(self) -> set[str]:
        """The names of all fields that have a place of their own."""
        grouped = (name for _title, names in self.groups for name in names)
        folded = (name for fold in self.folds for name in fold.names)
        return {*self.columns, *grouped, *self.above, *self.below, *folded}


CARDS = Fold(title=_("Cards, counted when the hand is level"), names=("cards",), opens="cards_needed")
SCORE = Fold(title=_("Points, where you keep them"), names=("points",))
ANY_MARRIAGES = Field(
    "any_marriages",
    gettext_noop("Marriages"),
    choices=(Choice("none", gettext_noop("None")), Choice("some", gettext_noop("Some"))),
)
MARRIAGES = Fold(title=_("Marriages"), names=("trump_marriages", "plain_marriages"), asks=ANY_MARRIAGES)
PLAIN = FormLayout(template="hand/_sheet_plain.html")
CANASTRA_NAMES = tuple(CANASTRAS)

SHEETS: Mapping[type[RuleSet], FormLayout] = {
    Busca: FormLayout(columns=("points",)),
    Buddha: FormLayout(columns=("bid", "tricks"), below=("all_yin_tricks",), lessens={"tricks": "all_yin_tricks"}),
    Brisca: FormLayout(columns=("points",), folds=(CARDS,)),
    Mariaje: FormLayout(columns=("points",), folds=(MARRIAGES, CARDS)),
    MuerteAlTres: FormLayout(columns=("points",), above=("three_killed_by",), folds=(CARDS,), ends="three_killed_by"),
    BriscolaChiamata: FormLayout(
        columns=("role",),
        below=("caller_points", "threshold"),
        usual={"role": "defender", "threshold": "61"},
        alone=("caller", "partner"),
        said=("threshold",),
    ),
    BriscaRematada: FormLayout(
        columns=("points", "declarer", "last_trick"), one_side=("last_trick",), below=("bid",), folds=(MARRIAGES,)
    ),
    Points: FormLayout(columns=("points",)),
    Places: FormLayout(columns=("place",)),
    Result: FormLayout(columns=("result",), folds=(SCORE,)),
    Buraco: FormLayout(
        template="hand/_sheet_columns.html",
        groups=(
            (_("Canastras"), CANASTRA_NAMES),
            (_("Cards"), ("table_points", "hand_points")),
            (_("The end"), ("morto", "went_out")),
        ),
        one_side=("went_out",),
        usual={**dict.fromkeys(CANASTRA_NAMES, "0"), "morto": "taken", "went_out": NOBODY},
        worth=CANASTRAS,
        runs=True,
    ),
}


def sheet_of(ruleset: RuleSet) -> FormLayout:
    """The sheet of a game: that of its own kind, or of the game that it is a variant of."""
    return next((SHEETS[kind] for kind in type(ruleset).__mro__ if kind in SHEETS), PLAIN)
