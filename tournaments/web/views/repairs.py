"""Repairing a round: by moving as few players as possible, by exchanging two entries, or by a new draw."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.core.names import fold_text
from tournaments.actions.core.rows import id_of
from tournaments.actions.people.family_names import listed_name
from tournaments.actions.round_repair.comparisons import read_comparison
from tournaments.actions.round_repair.corrections import draw_public_again, keep_draw
from tournaments.actions.round_repair.proposals import Proposal, RepairOptions
from tournaments.actions.round_repair.repairs import exchange, mark_of_places, repair_round
from tournaments.actions.rounds.decided_rounds import FIELD as DECISIONS
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.http import find_directed
from tournaments.models import Entry, Round, Seat, Table
from tournaments.wording.names import filled

from ..desk.drafted import seated_entries, shown_corrected_scores, shown_proposal
from ..forms.desk import ExchangeForm
from ..requests.access import actor, frame, sent
from ..requests.faults import attempt, form_page, submit

OPTIONS = ("joining", "leaving", "spared", "benched")


def read_options(asked: QueryDict) -> RepairOptions:
    """Return the options of a repair: entries by id, and whether corrected scores are taken into account."""
    sets = {name: frozenset(filter(None, map(id_of, asked.getlist(name)))) for name in OPTIONS}
    return RepairOptions(**sets, rescored="rescored" in asked)


def _asked(options: RepairOptions) -> list[tuple[str, object]]:
    """Return the options as pairs of name and value for the fields of a form."""
    named: list[tuple[str, object]] = [(name, pk) for name in OPTIONS for pk in sorted(getattr(options, name))]
    return [*named, ("rescored", "yes")] if options.rescored else named


def repair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page to repair a round; with `part`, only its comparison. On POST, apply the repair."""
    round_ = find_directed(request, slug, number)
    if request.GET.get("part") == "comparison" and corrected_since(round_):
        return render(
            request, "round/_comparison.html", {"comparison": read_comparison(round_), "tournament": round_.tournament}
        )
    if request.method != "POST":
        return _page(request, round_, (seats := _seats(round_)), _exchange_form(round_, seats))
    options, digest = read_options(request.POST), request.POST.get("digest")
    done = attempt(
        request, lambda: _report_repair(request, repair_round(round_, options, by=actor(request), digest=digest))
    )
    if not round_.is_public:
        return redirect("draft", slug, number)
    return redirect("round" if done else "repair-round", slug, number)


def _report_repair(request: HttpRequest, proposal: Proposal) -> None:
    moved = proposal.moved
    text = ngettext("Done: %(moved)d player has another table.", "Done: %(moved)d players have another table.", moved)
    messages.success(request, text % {"moved": moved} if moved else _("Done: nobody has another table."))


def _seats(round_: Round) -> list[Seat]:
    return list(round_.seats.select_related("entry", "table").order_by("table__number", "number"))


def _exchange_form(round_: Round, seats: Sequence[Seat], data: QueryDict | None = None) -> ExchangeForm:
    """Return the form to choose two entries of a round, each with its table."""
    places = {seat.entry_id: f"{_('Table')} {seat.table.number}" for seat in seats}
    return ExchangeForm(data, tournament=round_.tournament, entries=seated_entries(round_), places=places)


def _page(request: HttpRequest, round_: Round, seats: Sequence[Seat], form: ExchangeForm) -> HttpResponse:
    options = read_options(request.GET)
    begun = set(Table.objects.playing().filter(round=round_).values_list("pk", flat=True))
    waiting = round_.tournament.entries.filter(status=Entry.Status.ACTIVE, from_round__gt=round_.number)
    free = [seat for seat in seats if seat.table_id not in begun]
    context = {
        **frame(request, round_.tournament, "desk"),
        "round": round_,
        "seen": mark_of_places(seat.entry_id for seat in seats),
        "options": _asked(options),
        "chosen": options.entries,
        "proposal": shown_proposal(round_, options),
        "missing": waiting.exclude(pk__in=round_.seats.values("entry")),
        "seated": sorted(free, key=lambda seat: fold_text(listed_name(seat.name, round_.tournament.club))),
        "out": [sit_out.entry for sit_out in round_.sit_outs.select_related("entry")],
        "begun": len(begun),
        "tables_in_all": len({seat.table_id for seat in seats}),
        "score_changes": shown_corrected_scores(round_) if corrected_since(round_) else None,
    }
    return form_page(request, "round/repair.html", form, context)


def exchange_two(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Exchange the places of two entries of a round; the hands of their tables are kept or struck out."""
    round_ = find_directed(request, slug, number)
    seats = _seats(round_)
    form = _exchange_form(round_, seats, sent(request))

    def act() -> Round:
        given = form.cleaned_data
        one, other = given["one"].pk, given["other"].pk
        return exchange(
            round_,
            one,
            other,
            by=actor(request),
            strike=given["hands"] == "strike",
            reason=given["reason"],
            seen=request.POST.get("seen", ""),
        )

    if submit(form, act):
        done = _("%(one)s and %(other)s have changed places.")
        names = {"one": form.cleaned_data["one"].name, "other": form.cleaned_data["other"].name}
        messages.success(request, filled(done, names))
        return redirect("round", slug, number)
    return _page(request, round_, seats, form)


@require_POST
def keep(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep the draw of a round although results on which it was based have changed."""
    round_ = find_directed(request, slug, number)
    done = _("Round %(number)d stays as it is.") % {"number": number}
    attempt(request, lambda: keep_draw(round_, by=actor(request)), done)
    return redirect("round" if round_.is_public else "draft", slug, number)


@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw a published round again, before its first hand was recorded."""
    round_ = find_directed(request, slug, number)
    if attempt(request, lambda: draw_public_again(round_, by=actor(request), decided=request.POST.get(DECISIONS, ""))):
        return redirect("desk-latest", slug)
    return redirect("repair-round", slug, number)
