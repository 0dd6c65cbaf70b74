"""The public standings and players of a tournament, and the pages to create and change a tournament."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.actions.core.actor import new_secret
from tournaments.actions.core.names import name_key
from tournaments.actions.core.refusals import Conflict, Problem
from tournaments.actions.core.rows import slug_of
from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.prizes.given import read_winners
from tournaments.actions.rounds.changed_plans import change_plan
from tournaments.actions.setup import newest_game, plans, tournaments
from tournaments.actions.standings.outlooks import condition, marks
from tournaments.http import find_club, find_game, find_tournament
from tournaments.models import DIRECTORS, Club, SeasonEvening, ShownStandings, Standing, Tournament, leading
from tournaments.wording import words
from tournaments.wording.game_words import described
from tournaments.wording.prize_words import prize_words, rules
from tournaments.wording.stage_words import with_cut
from tournaments.wording.standing_states import StandingsCode, State, state_of
from tournaments.wording.standing_words import PlayedNow, TieBreakWords
from tournaments.wording.why_words import notes
from tournaments.wording.words import VP_TABLES

from ..forms.clubs import printed
from ..forms.inputs import number as typed_number
from ..forms.tournaments import TournamentForm
from ..public import link_previews
from ..public.tied_words import tied_words
from ..requests.access import actor, frame, preview_metadata, sent, shared_part
from ..requests.clock import clock_of_latest
from ..requests.faults import attempt, form_page, report, submit
from ..requests.once import FORM, act_once
from ..requests.unchanged_fields import mark_of_shown, sent_over

MAX_QUERY_LENGTH = 100


def standings(request: HttpRequest, slug: str, after_round: int | None = None) -> HttpResponse:
    """The latest published standings; with `after_round`, the standings after this round."""
    tournament = find_tournament(request, slug)
    if after_round is None and slug != tournament.address:
        return redirect("tournament", tournament.address)  # the URL that people share
    framed = frame(request, tournament, "standings") | {"asked_after": after_round}
    if getattr(tournament, "in_season", None):
        framed["seasons"] = SeasonEvening.objects.numbers_of(tournament)
    if not _has_member_view(tournament, framed) and (part := shared_part(request, tournament)):
        return render(request, "tournament/standings.html", {**framed, "part": part})
    shown = asked_for(request, tournament, after_round)
    context = framed | published(tournament, shown, hidden=framed["hidden_after"] is not None)
    context |= preview_metadata(request, partial(link_previews.of_standings, tournament, shown))
    context["clock_shown"] = clock_of_latest(tournament) if after_round is None else None
    context["public_rounds"] = framed["rounds"][: framed["hidden_after"]]
    # Relative URLs, because absolute ones would make up a tenth of a long page.
    context["entries"] = "players/" if after_round is None else "../../players/"
    return render(request, "tournament/standings.html", context)


def _has_member_view(tournament: Tournament, framed: Mapping[str, Any]) -> bool:
    """Return whether a member sees more than the public: hidden results, or links before the first standings."""
    if not framed["is_of_club"]:
        return False
    return tournament.standings_hidden_after is not None or not tournament.standings.filter(after_round__gt=0).exists()


def asked_for(request: HttpRequest, tournament: Tournament, after_round: int | None) -> ShownStandings:
    """Return the standings after `after_round`, else the latest standings with those of a round in play.

    Raise Http404 if the user may not see them.
    """
    standings = leading(tournament, tournament.hidden_after(request.user))
    if after_round is None or standings.after_round < after_round <= getattr(standings.in_play, "after_round", 0):
        return standings
    readable = tournament.standings.all()
    if (last := tournament.hidden_after(request.user)) is not None:
        readable = readable.filter(after_round__lte=last)
    standing = get_object_or_404(readable, after_round=after_round)
    standing.settle(tournament, hidden_after=last)
    return ShownStandings(standing, None)


def published(tournament: Tournament, shown: ShownStandings, *, hidden: bool) -> dict[str, Any]:
    """Return the context of standings with a round in play, as texts.

    `hidden` says that the public may not see them.
    """
    document: dict[str, Any] = shown.standing.document if shown.standing else {"rows": [], "after_round": 0}
    in_play = shown.in_play.document if shown.in_play else None
    now = PlayedNow(in_play, after_round=shown.after_round)
    counts = Counter(row["score_exact"] for row in document["rows"] if row["place"])
    by_score = not document.get("knock_out")
    tied = {row["entry"] for row in document["rows"] if by_score and counts[row["score_exact"]] > 1}
    document["rows"] += now.newcomers(document["rows"])
    ordered, state = order(tournament, document), state_of(tournament, shown, hidden=hidden)
    return {
        **ordered,
        **followed(tournament, shown.latest),
        "standing": shown.latest,
        "state": state,
        **_prizes(tournament, shown, state),
        "document": document,
        "now": now,
        **outlook_words(tournament, in_play or document),
        "notes": notes(tournament, document, after_round=shown.after_round),
        "tied": tied,
        "decided": tied_words(document["rows"], ordered["ties"]) if by_score else {},
    }


def _prizes(tournament: Tournament, shown: ShownStandings, state: State) -> dict[str, Any]:
    """Return the prizes with winners as texts, and their rules; {} if the standings are not final."""
    if not tournament.prizes or state.code != StandingsCode.FINAL:
        return {}
    given = read_winners(tournament, shown, is_final=True)
    if given.prizes.stages and tournament.championship is not None:
        return {}  # prizes for the whole championship are on the page of its stages
    return {"won": prize_words(given), "rules": rules(given)}


def outlook_words(tournament: Tournament, latest: Mapping[str, Any]) -> dict[str, Any]:
    """Return the outlooks of the latest standings as texts, and the sentence on their assumptions.

    Both are empty if there are no outlooks.
    """
    texts = with_cut(tournament, latest, marks(latest["rows"])) if tournament.outlook else {}
    assumed = condition(tournament.rounds_planned, latest["rows"]) if texts else ""
    return {"outlook": texts, "outlook_condition": assumed}


def followed(tournament: Tournament, standing: Standing | None) -> dict[str, Any]:
    """Return the context for live updates: the kind of revision that the page watches, and its current number."""
    revision = standing.head["revision"] if standing else 0
    if tournament.standings_hidden_after is not None:
        revision = tournament.published_revision
    return {"follows_by": "standings", "revision": revision}


def order(tournament: Tournament, head: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context that explains the order of the standings; `head` is the head of their snapshot, or {}."""
    ruleset, by_victory_points = tournament.rules, tournament.scoring.get("method") == "victory-points"
    ties = TieBreakWords(tournament.tie_breaks, ruleset, head)
    return {
        "ties": ties,
        "criteria": ties.titles,
        "score_title": words.score_title(ruleset, tournament.scoring),
        "order": ties.order(words.order_sentence(ruleset, tournament.scoring)),
        "split": printed(tournament.ranking_scoring.vp_limits) if by_victory_points else [],
    }


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of the tournament by name. With `q`, only those whose names contain it."""
    tournament = find_tournament(request, slug)
    entries = tournament.entries.order_by("name").only("tournament", "name", "status", "stand_in")
    query = name_key(request.GET.get("q", "")[:MAX_QUERY_LENGTH])
    listed = in_list_order(entries, tournament.club)
    found = [entry for entry in listed if query in name_key(entry.name)]
    context = {"entered": len(listed), "entries": found, "club": tournament.club}
    context |= frame(request, tournament, "players")
    return render(request, "tournament/players.html", context)


def choose_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The page to choose the game of a new tournament."""
    club = find_club(request, slug, DIRECTORS)
    own = [(game, described(game)) for game in club.games.offered()]
    return render(request, "tournament/choose_game.html", {"club": club, "own": own, "games": registry.RULESETS})


def create_tournament(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """Create a tournament of a game, with the defaults of the game or like an earlier tournament."""
    club = find_club(request, slug, DIRECTORS)
    own = club.games.current().filter(slug=ruleset).first()
    game = own.ruleset if own else find_game(ruleset)
    earlier = _earlier(request, club, ruleset)
    form = _plan_form(club, game, _initial_plan(club, ruleset, earlier), sent(request), is_stored=earlier is not None)
    key = request.POST.get(FORM, new_secret())
    if made := submit(form, lambda: _create_once(request, club, form, earlier)):
        messages.success(request, _("The tournament was created: register the players."))
        return redirect("registration", made.slug)
    context = {"club": club, "game": game, "game_slug": ruleset, "key": key}
    return form_page(request, "tournament/create.html", form, context)


def _create_once(request: HttpRequest, club: Club, form: TournamentForm, earlier: Tournament | None) -> Tournament:
    """Create the tournament, or return the one that this form created before. Raise Conflict if that was deleted."""
    create = partial(tournaments.create_tournament, club=club, raw=form.raw(), by=actor(request), like=earlier)
    pk = act_once(request, create)
    made = club.tournaments.filter(pk=pk).first()
    if made is None:
        message = gettext_noop("This tournament was deleted: open the page again to create another.")
        raise Conflict(Problem("tournament_deleted", message))
    return made


def edit_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament's settings."""
    tournament = find_tournament(request, slug, DIRECTORS)
    game = tournament.rules
    plan = plans.plan_of(tournament)
    stored = _plan_form(tournament.club, game, plan, is_stored=True)
    typed = sent_over(request, stored)
    form = _plan_form(tournament.club, game, plan, typed, is_stored=True) if typed else stored
    length = typed_number(request.POST.get("seen", ""))
    seen = length if isinstance(length, int) else None

    def save() -> Tournament:
        return change_plan(tournament, form.raw(), by=actor(request), seen=seen)

    if submit(form, save):
        messages.success(request, _("The plan was saved."))
        return redirect("desk", slug)
    context = {**frame(request, tournament, "desk"), "game": game, "shown": mark_of_shown(stored)}
    newer = newest_game.newer_version(tournament)
    context["newer"] = newer and described(newer)
    return form_page(request, "tournament/edit.html", form, context)


@require_POST
def take_newest_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Update a tournament to the latest version of its club's game."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("The tournament has the game as it is now.")
    attempt(request, lambda: newest_game.take_newest_game(tournament, by=actor(request)), done)
    return redirect("edit-tournament", slug)


def _plan_form(
    club: Club, game: RuleSet, plan: dict[str, Any], typed: QueryDict | None = None, *, is_stored: bool
) -> TournamentForm:
    """Return the form of a plan; it shows the problems of the action together with its own."""
    vp_tables = {**VP_TABLES, **{table.slug: table.name for table in club.vp_tables.all()}}
    form = TournamentForm(typed, game=game, plan=plan, vp_tables=vp_tables, is_stored=is_stored)
    if form.errors:
        report(form, plans.PlannedTournament(form.raw(), own=plans.own_of(club)).problems)
    return form


def _earlier(request: HttpRequest, club: Club, game: str) -> Tournament | None:
    """Return the tournament that `like` names in the URL; None if it does not have this game."""
    like = slug_of(request.GET.get("like", ""))
    earlier = club.tournaments.filter(slug=like).first() if like else None
    return earlier if earlier and earlier.game_slug == game else None


def _initial_plan(club: Club, game: str, earlier: Tournament | None) -> dict[str, Any]:
    """Return the initial values: today as the date, and the plan of the earlier tournament or the game's defaults."""
    today = timezone.localtime().replace(second=0, microsecond=0)
    if earlier:
        return {**plans.copied_plan(earlier), "starts_at": today}
    plan = plans.PlannedTournament({"name": "–", "ruleset": game}, own=plans.own_of(club)).values
    return plans.plan_of(club.tournaments.model(**plan)) | {"name": "", "starts_at": today}
