"""For directors: declaring a stage, entering those who qualify, and replacing those who leave."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.bidi import marked
from tournaments.actions.core.names import name_problems
from tournaments.actions.core.refusals import Conflict, refuse
from tournaments.actions.core.rows import id_of
from tournaments.actions.stages.declaring import check_stage, declare_stage, remove_stage
from tournaments.actions.stages.filling import fill_stage, replace_comer
from tournaments.actions.stages.following import create_next_stage, create_place_stage
from tournaments.actions.stages.groups import check_groups, make_groups
from tournaments.actions.stages.intake import StageCandidate, StageIntake, read_intake
from tournaments.http import find_tournament, remember_codes
from tournaments.models import DIRECTORS, Stage, Tournament
from tournaments.ranking import decimal
from tournaments.wording.stage_words import PLACES, sentence, verdict_words
from tournaments.wording.words import entrants

from ..forms.stages import GroupsForm, NextStageForm, StageForm
from ..requests.access import actor, frame, sent
from ..requests.faults import attempt, form_page, submit

MAX_OFFERED = 20
"""The most tournaments that can be chosen as earlier stages."""
SAID = "said"
"""The field with the sentence that was shown; a declaration is saved only if its sentence is the same."""


def stage(request: HttpRequest, slug: str) -> HttpResponse:
    """Who qualifies for a stage and who does not, with reasons. On POST, enter those who qualify."""
    tournament = find_tournament(request, slug, DIRECTORS)
    declared = Stage.objects.filter(tournament=tournament).first()
    if declared is None:
        return redirect("declare-stage", slug)
    declared.tournament = tournament
    named = [id_of(each) for each in request.POST.getlist("named")]
    faults = _fill(request, tournament, named) if request.method == "POST" else []
    if request.method == "POST" and not faults:
        return redirect("stage", slug)
    taking, is_drawn = read_intake(declared), tournament.rounds.exists()
    listed = [_shown(each, is_drawn=is_drawn) for each in taking.counting]
    context = {
        **frame(request, tournament, "desk"),
        "taking": taking,
        "said": sentence(declared, taking.sources, tournament.name),
        "coming": [each for each in listed if each["comes"]],
        "others": [each for each in listed if not each["comes"]],
        "can_be_let_in": [
            each for each in listed if each["candidate"].entry is None and (is_drawn or not each["comes"])
        ],
        "named": named,
        "faults": faults,
        "open_sources": taking.open_sources,
        "is_drawn": is_drawn,
        "several": len(taking.sources) > 1,
    }
    return render(request, "stages/stage.html", context, status=422 if faults else 200)


def _fill(request: HttpRequest, tournament: Tournament, named: Sequence[int]) -> list[str]:
    """Enter those who qualify. Return the faults in the choice between tied players; the page shows them beside it."""
    by, seen, faults = actor(request), request.POST.get("seen", ""), list[str]()

    def fill() -> None:
        try:
            _report(request, fill_stage(tournament, by=by, named=named, seen=seen))
        except Conflict as refused:
            if any(problem.pointer != ("named",) for problem in refused.problems):
                raise
            remember_codes(refused.codes)
            faults.extend(problem.text(_) for problem in refused.problems)

    attempt(request, fill)
    return faults


def _report(request: HttpRequest, filled: StageIntake) -> None:
    number = len(filled.entered)
    done = ngettext("%(number)d qualifier was entered.", "%(number)d qualifiers were entered.", number)
    messages.success(request, done % {"number": number})


def _shown(candidate: StageCandidate, *, is_drawn: bool) -> dict[str, Any]:
    return {
        "candidate": candidate,
        "comes": candidate.qualifies or candidate.is_in,
        "row": candidate.result.row,
        "why": _why(candidate, is_drawn=is_drawn),
        "carried": decimal(candidate.carried) if candidate.carried else "",
    }


def _why(candidate: StageCandidate, *, is_drawn: bool) -> str:
    if candidate.is_in:
        return _("is entered") if candidate.qualifies else _("is entered, but would not qualify now")
    if is_drawn and candidate.qualifies:
        return _("would qualify now")
    return verdict_words(candidate)


@require_POST
def replace(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw an entry that qualified, and enter the next competitor according to the rules of the stage."""
    tournament, entry = find_tournament(request, slug, DIRECTORS), id_of(request.POST.get("entry", ""))
    by = actor(request)
    attempt(request, lambda: messages.success(request, _replacement(replace_comer(tournament, entry, by=by))))
    return redirect("stage", slug)


def _replacement(taking: StageIntake) -> str:
    """Return the sentence that says who replaces a withdrawn entry."""
    if taking.entered:
        return _("%(name)s qualifies instead.") % {"name": marked(taking.entered[0].name)}
    if taking.waiting:
        return _("Several are tied for this place: choose who qualifies.")
    return _("Nobody is left to qualify instead.") if taking.missing else _("Somebody else has already been entered.")


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the declaration of the stage."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("This tournament no longer follows other tournaments.")
    attempt(request, lambda: remove_stage(tournament, by=actor(request)), done)
    return redirect("desk", slug)


def declare(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare which tournaments this stage follows. The page shows the sentence before it saves the declaration."""
    tournament = find_tournament(request, slug, DIRECTORS)
    declared = Stage.objects.filter(tournament=tournament).first()
    initial = {**declared.declared, "sources": [each.slug for each in declared.sources.all()]} if declared else {}
    form = StageForm(sent(request), offered=_offered(tournament), initial=initial)

    def save() -> Tournament:
        declare_stage(tournament, form.raw(), by=actor(request))
        return tournament

    context = {"heading": _("Tournaments before this one"), "name": tournament.name}
    return _page(request, tournament, form, save, context)


def next_stage(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the next stage with the plan of this tournament.

    The page shows its sentence before it creates the stage.
    """
    tournament = find_tournament(request, slug, DIRECTORS)
    initial = {"name": _("%(name)s – final") % {"name": tournament.name}, "sources": [tournament.slug]}
    form = NextStageForm(sent(request), offered=[tournament, *_offered(tournament)], initial=initial)

    def save() -> Tournament:
        return create_next_stage(tournament, form.cleaned_data["name"], form.raw(), by=actor(request))

    return _page(request, tournament, form, save, {"heading": _("Next stage"), "name": ""})


@require_POST
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a stage for players who were eliminated in the same round to play for their places, and enter them."""
    tournament, made = find_tournament(request, slug, DIRECTORS), list[Tournament]()
    first = id_of(request.POST.get("first", ""))
    attempt(request, lambda: made.append(create_place_stage(tournament, first, _(PLACES), by=actor(request))))
    return redirect("stage", made[0].slug) if made else redirect("stages", slug)


def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Split the players into groups, which this tournament then follows.

    The page shows the sentence before it saves them.
    """
    tournament = find_tournament(request, slug, DIRECTORS)
    played = tournament.club.tournaments.filter(standings__after_round__gt=0).exclude(pk=tournament.pk).distinct()
    seasons = tournament.club.seasons.order_by("-pk")
    form = GroupsForm(sent(request), seasons=seasons, played=played.latest_first()[:MAX_OFFERED])

    def save() -> Tournament:
        make_groups(tournament, form.raw(), by=actor(request))
        return tournament

    return _page(request, tournament, form, save, {"heading": _("Groups"), "name": tournament.name})


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: StageForm,
    save: Callable[[], Tournament],
    context: Mapping[str, Any],
) -> HttpResponse:
    """Show the form, then the sentence that describes it.

    Save the form when it is sent again with the same sentence.
    """
    said = submit(form, lambda: _declaration_sentence(tournament, form, str(context["name"]))) or ""
    if said and request.POST.get(SAID) == said and (made := submit(form, save)):
        messages.success(request, said)
        return redirect("stage", made.slug)
    shown = {**frame(request, tournament, "desk"), **context, SAID: "" if form.errors else said}
    return form_page(request, "stages/form.html", form, shown)


def _declaration_sentence(tournament: Tournament, form: StageForm, name: str) -> str:
    """Return the sentence for the typed declaration. Raise Invalid if the declaration is invalid."""
    name = name or form.cleaned_data.get("name", "")
    if isinstance(form, GroupsForm):
        count, groups = form.cleaned_data.get("groups"), [tournament, tournament]
        text = _("%(players)s are split into %(groups)s groups.")
        players = entrants(tournament.entries.filter(status="active").count(), tournament.entry_size)
        _count, _pots, stage = check_groups(tournament, form.raw())
        return f"{text % {'players': players, 'groups': count}} {form.balance} {sentence(stage, groups, name)}"
    raw = form.raw()
    if isinstance(form, NextStageForm):
        refuse(name_problems(name, "name"))
    at = Tournament(club=tournament.club, name=name) if isinstance(form, NextStageForm) else tournament
    stage = check_stage(tournament if at is tournament else _unsaved_copy(tournament), raw)
    chosen = list(tournament.club.tournaments.filter(slug__in=raw["sources"]).order_by("pk"))
    return sentence(stage, chosen, name)


def _unsaved_copy(tournament: Tournament) -> Tournament:
    """Return a new, unsaved tournament with the same plan."""
    made = Tournament.objects.select_related("club", "game").get(pk=tournament.pk)
    made.pk, made.slug = 0, ""
    return made


def _offered(tournament: Tournament) -> list[Tournament]:
    """Return the club's tournaments that can be earlier stages, the latest first.

    Chosen tournaments are always included.
    """
    others = tournament.club.tournaments.exclude(pk=tournament.pk)
    chosen = list(others.filter(followed_by__tournament=tournament).order_by("pk"))
    latest = others.exclude(status=Tournament.Status.ARCHIVED).latest_first()[:MAX_OFFERED]
    return [*chosen, *(each for each in latest if each not in chosen)]
