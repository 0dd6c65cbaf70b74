"""A tournament in public: its standings, its players, each one's way through it; and setting it up and changing it."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.actions.core.actor import new_secret
from tournaments.actions.core.names import name_key
from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.setup import plans, tournaments
from tournaments.actions.setup.vp_tables import usable_vp_tables
from tournaments.actions.standings.outlook_words import condition, marks
from tournaments.http import find_club, find_game, find_tournament
from tournaments.models import DIRECTORS, Club, Leading, Standing, Tournament, leading
from tournaments.wording import words
from tournaments.wording.standing_states import state_of
from tournaments.wording.standing_words import PlayedNow, TieBreakWords
from tournaments.wording.why_words import notes
from tournaments.wording.words import VP_TABLES

from ..forms.clubs import printed
from ..forms.inputs import number as typed_number
from ..forms.tournaments import TournamentForm
from ..public import sent_on
from ..public.tied_words import tied_words
from ..requests.access import actor, frame, sent, shared_part, told_to_machines
from ..requests.clock import clock_of_latest
from ..requests.faults import form_page, report, submit
from ..requests.untouched import mark_of_shown, sent_over

MAX_QUERY_LENGTH = 100


def standings(request: HttpRequest, slug: str, after_round: int | None = None) -> HttpResponse:
    """The published standings, the latest or those after a round."""
    tournament = find_tournament(request, slug)
    if after_round is None and slug != tournament.address:
        return redirect("tournament", tournament.address)  # this one can be handed on
    framed = frame(request, tournament, "standings") | {"asked_after": after_round}
    if not _sees_more(tournament, framed) and (part := shared_part(request, tournament)):
        return render(request, "tournament/standings.html", {**framed, "part": part})
    shown = asked_for(request, tournament, after_round)
    context = framed | published(tournament, shown, hidden=framed["hidden_after"] is not None)
    context |= told_to_machines(request, partial(sent_on.of_standings, tournament, shown))
    context["clock_shown"] = clock_of_latest(tournament) if after_round is None else None
    context["public_rounds"] = framed["rounds"][: framed["hidden_after"]]
    # Relative, because whole addresses would be a tenth of a long page.
    context["entries"] = "players/" if after_round is None else "../../players/"
    return render(request, "tournament/standings.html", context)


def _sees_more(tournament: Tournament, framed: Mapping[str, Any]) -> bool:
    """Whether members see more than everybody: hidden results, or links before the first standings."""
    if not framed["is_of_club"]:
        return False
    return tournament.standings_hidden_after is not None or not tournament.standings.filter(after_round__gt=0).exists()


def asked_for(request: HttpRequest, tournament: Tournament, after_round: int | None) -> Leading:
    """The standings that lead, also for a round in play; or those after an earlier round."""
    standings = leading(tournament, tournament.hidden_after(request.user))
    if after_round is None or standings.after_round < after_round <= getattr(standings.in_play, "after_round", 0):
        return standings
    readable = tournament.standings.all()
    if (last := tournament.hidden_after(request.user)) is not None:
        readable = readable.filter(after_round__lte=last)
    return Leading(get_object_or_404(readable, after_round=after_round), None)


def published(tournament: Tournament, shown: Leading, *, hidden: bool) -> dict[str, Any]:
    """The latest standings with the round in play, as texts; `hidden` if others do not see them."""
    document: dict[str, Any] = shown.standing.document if shown.standing else {"rows": [], "after_round": 0}
    in_play = shown.in_play.document if shown.in_play else None
    now = PlayedNow(in_play, after_round=shown.after_round)
    counts = Counter(row["score_exact"] for row in document["rows"] if row["place"])
    tied = {row["entry"] for row in document["rows"] if counts[row["score_exact"]] > 1}
    document["rows"] += now.newcomers(document["rows"])
    ordered = order(tournament, document)
    return {
        **ordered,
        **followed(tournament, shown.latest),
        "standing": shown.latest,
        "state": state_of(tournament, shown, hidden=hidden),
        "document": document,
        "now": now,
        **outlook_words(tournament, in_play or document),
        "notes": notes(tournament, document, after_round=shown.after_round),
        "tied": tied,
        "decided": tied_words(document["rows"], ordered["ties"]),
    }


def outlook_words(tournament: Tournament, latest: Mapping[str, Any]) -> dict[str, Any]:
    """The outlooks of the last published standings as texts, and when they were computed."""
    known = marks(latest["rows"]) if tournament.outlook else {}
    return {"outlook": known, "outlook_condition": condition(tournament.rounds_planned) if known else ""}


def followed(tournament: Tournament, standing: Standing | None) -> dict[str, Any]:
    """The address that the page polls, and its present state."""
    revision = standing.head["revision"] if standing else 0
    if tournament.standings_hidden_after is not None:
        revision = tournament.published_revision
    return {"follows_by": "standings", "revision": revision}


def order(tournament: Tournament, head: Mapping[str, Any]) -> dict[str, Any]:
    """The criteria of the order in words; the head of the standings is enough."""
    ruleset, by_victory_points = tournament.rules, tournament.scoring.get("method") == "victory-points"
    ties = TieBreakWords(tournament.tie_breaks, ruleset, head)
    return {
        "ties": ties,
        "criteria": ties.titles,
        "score_title": words.score_title(ruleset, tournament.scoring),
        "order_sentence": words.order_sentence(ruleset, tournament.scoring),
        "tie_sentence": ties.sentence,
        "split": printed(tournament.ranking_scoring.vp_limits) if by_victory_points else [],
    }


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of the tournament by name; with `q`, those whose name matches."""
    tournament = find_tournament(request, slug)
    entries = tournament.entries.order_by("name").only("tournament", "name", "status", "stand_in")
    query = name_key(request.GET.get("q", "")[:MAX_QUERY_LENGTH])
    listed = in_list_order(entries, tournament.club)
    found = [entry for entry in listed if query in name_key(entry.name)]
    context = {"entered": len(listed), "entries": found, "club": tournament.club}
    context |= frame(request, tournament, "players")
    return render(request, "tournament/players.html", context)


def choose_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The first choice for a new tournament: its game."""
    club = find_club(request, slug, DIRECTORS)
    return render(request, "tournament/choose_game.html", {"club": club, "games": registry.RULESETS})


def create_tournament(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """Create a tournament of a game with its defaults, or like an earlier one."""
    club, game = find_club(request, slug, DIRECTORS), find_game(ruleset)
    form = _plan_form(club, game, _initial_plan(request, club, game), sent(request))
    key = request.POST.get("form", new_secret())
    if made := submit(
        form, lambda: tournaments.create_tournament(club=club, raw=form.raw(), by=actor(request), form=key)
    ):
        messages.success(request, _("The tournament is created: register the players."))
        return redirect("registration", made.slug)
    return form_page(request, "tournament/create.html", form, {"club": club, "game": game, "key": key})


def edit_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament's settings."""
    tournament = find_tournament(request, slug, DIRECTORS)
    game = tournament.rules
    plan = plans.plan_of(tournament)
    stored = _plan_form(tournament.club, game, plan)
    typed = sent_over(request, stored)
    form = _plan_form(tournament.club, game, plan, typed) if typed else stored
    length = typed_number(request.POST.get("seen", ""))
    seen = length if isinstance(length, int) else None
    if submit(form, lambda: tournaments.update_tournament(tournament, form.raw(), by=actor(request), seen=seen)):
        messages.success(request, _("The plan is stored."))
        return redirect("desk", slug)
    context = {**frame(request, tournament, "desk"), "game": game, "shown": mark_of_shown(stored)}
    return form_page(request, "tournament/edit.html", form, context)


def _plan_form(club: Club, game: RuleSet, plan: dict[str, Any], typed: QueryDict | None = None) -> TournamentForm:
    """The form of a plan; the action's problems are shown with the form's."""
    vp_tables = {**VP_TABLES, **{table.slug: table.name for table in club.vp_tables.all()}}
    form = TournamentForm(typed, game=game, plan=plan, vp_tables=vp_tables)
    if form.errors:
        report(form, plans.PlannedTournament(form.raw(), vp_tables=usable_vp_tables(club)).problems)
    return form


def _initial_plan(request: HttpRequest, club: Club, game: RuleSet) -> dict[str, Any]:
    """The initial values: the game's defaults, or the tournament named by `like`; and today."""
    today = timezone.localtime().replace(second=0, microsecond=0)
    like = request.GET.get("like")
    earlier = club.tournaments.filter(slug=like, ruleset=game.slug).first() if like else None
    if earlier:
        return {**plans.plan_of(earlier), "starts_at": today}
    plan = plans.PlannedTournament({"name": "–", "ruleset": game.slug}).values
    return plans.plan_of(club.tournaments.model(**plan)) | {"name": "", "starts_at": today}
