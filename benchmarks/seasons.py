"""The standings of a season of a large club: computing them after a correction of the first evening, and their page.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.seasons
Figures are the least processor time of several corrections. The database is a new SQLite file, or that of DATABASE_URL.
"""

import gc
import json
import random
from typing import TYPE_CHECKING, Any

from benchmarks.big_evenings import BATCH, database
from benchmarks.measuring import QUICK, add_figure, cpu, quickest
from benchmarks.pages import get

if TYPE_CHECKING:
    from tournaments.models import Club, Player, Season, Tournament

SEASONS = [(100, 10)] if QUICK else [(100, 10), (1_000, 40)]
"""The numbers of players and evenings of the seasons."""
CLUBS, MEMBERS = (2, 500) if QUICK else (200, 500)
LARGE = 1_000
"""The least number of players with which a refresh is compared to its baseline; with fewer, its queries take longer."""
REFRESH_AT_MOST, PAGE_AT_MOST = 3, 23  # times the baselines
DECLARATION: dict[str, Any] = {
    "counts": "points",
    "points": "field",
    "coming": 1,
    "tie_breaks": ["wins", "best_results", "lot"],
    "competitors": "players",
}


def main() -> None:
    """Print the figures of each season; for the largest season, also in a database with many other players."""
    from tournaments.serving.supervisor.data_folder import gather_static_files

    gc.set_threshold(10_000)  # as in the programs that manage.py starts
    with database():
        gather_static_files()
        for players, evenings in SEASONS:
            season = make_season(players, evenings)
            measure(season, players, f"{evenings} evenings")
        make_players()
        measure(season, players, f"{evenings} evenings, among {CLUBS * MEMBERS:,} players of {CLUBS} clubs")


def measure(season: "Season", players: int, about: str) -> None:
    """Add the figures of a season."""
    from tournaments.actions.seasons import season_refreshing
    from tournaments.models import SeasonStanding

    first = season.evenings.in_order()[0].tournament
    entries = list(first.entries.all())

    def refresh() -> None:
        assert season_refreshing.refresh(season.pk)

    forget(season)
    anew, taken = cpu(refresh), []
    for seed in range(3 if QUICK else 7):
        publish(first, entries, random.Random(seed))
        taken.append(cpu(refresh))
    body = bytes(SeasonStanding.objects.get(season=season).body)
    alone = quickest(lambda: json.dumps(json.loads(body)))
    of: dict[str, Any] = {"size": players, "baseline": alone, "of": "decoding and encoding the standing as JSON"}
    limit = REFRESH_AT_MOST if players >= LARGE else None
    add_figure(f"Refresh after a correction, {about}", min(taken), "s CPU", **of, ratio_at_most=limit)
    add_figure(f"Refresh from nothing, {about}", anew, "s CPU", **of)
    page, frame = (1000 * quickest(lambda path=path: get(path)) for path in (f"/seasons/{season.slug}/", "/privacy/"))
    of = {"size": players, "baseline": frame, "of": "a page with no list", "ratio_at_most": PAGE_AT_MOST}
    add_figure(f"Page, {about}", page, "ms", **of)


def forget(season: "Season") -> None:
    """Clear caches. The next refresh then computes everything from the published standings, as in a new process."""
    from tournaments.actions.seasons import season_results
    from tournaments.actions.seasons.season_refreshing import mark_season
    from tournaments.ranking.seasons import cells, evenings

    for cached in (season_results.ranked_evening, cells.evening_cells, evenings.alone):
        cached.cache_clear()
    season.evenings.update(results=b"", read_revision=0)
    mark_season(season.pk)


def make_players() -> None:
    """Add other clubs and their players to the database."""
    from tests.halls import a_club, a_user
    from tournaments.models import Player

    for number in range(CLUBS):
        club = a_club(f"Club {number}", owner=a_user("dora"))
        people = [Player(club=club, name=f"Member {n:05}", name_key=f"member {n:05}") for n in range(MEMBERS)]
        Player.objects.bulk_create(people, batch_size=BATCH)


def make_season(players: int, evenings: int) -> "Season":
    """Return a published season in which all players come every evening, for three rounds."""
    from tests.halls import a_club, a_user, by
    from tournaments.actions.seasons import season_refreshing, seasons
    from tournaments.models import Player, Season, SeasonEvening

    owner = a_user("dora")
    club = a_club(f"Club of {players}", owner=owner)
    people = [Player(club=club, name=f"Player {n:05}", name_key=f"player {n:05}") for n in range(players)]
    people = Player.objects.bulk_create(people, batch_size=BATCH)
    raw = {**DECLARATION, "parts": [{"evenings": evenings, "best": max(1, evenings // 2)}]}
    season = seasons.create_season(club, {"name": f"Season of {players}", "declaration": raw}, by=by(owner))
    held = [make_evening(club, people, number) for number in range(1, evenings + 1)]
    SeasonEvening.objects.bulk_create(SeasonEvening(season=season, tournament=each) for each in held)
    season_refreshing.refresh(season.pk)
    return Season.objects.get(pk=season.pk)


def make_evening(club: "Club", players: list["Player"], number: int) -> "Tournament":
    """Return a finished tournament of these players with published standings."""
    from datetime import timedelta

    from django.utils import timezone

    from tests.halls import a_tournament
    from tournaments.models import Entry, EntryPlayer, Tournament

    plan = {"name": f"Evening {number}", "rounds": 3, "visibility": "public", "table": {"hands": 1}}
    tournament = a_tournament(club, players=0, **plan)
    entries = [Entry(tournament=tournament, number=n, name=each.name) for n, each in enumerate(players, 1)]
    entries = Entry.objects.bulk_create(entries, batch_size=BATCH)
    places = [
        EntryPlayer(tournament=tournament, entry=entry, player=player, position=0)
        for entry, player in zip(entries, players, strict=True)
    ]
    EntryPlayer.objects.bulk_create(places, batch_size=BATCH)
    publish(tournament, entries, random.Random(number))
    when = timezone.now() - timedelta(days=7 * (100 - number))
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=when, status="finished")
    return Tournament.objects.get(pk=tournament.pk)


def publish(tournament: "Tournament", entries: list[Any], chance: random.Random) -> None:
    """Publish the standings of an evening: the entries have played three rounds with random results."""
    from django.db.models import F
    from django.utils import timezone

    from tournaments.actions.seasons.season_refreshing import mark_seasons
    from tournaments.models import Standing, Tournament

    rounds = {entry: [chance.randrange(10) for _round in range(3)] for entry in entries}
    order = sorted(entries, key=lambda entry: sum(rounds[entry]))
    scores = [sum(rounds[entry]) for entry in order]
    rows = [
        {
            "place": 1 + scores.index(score),
            "entry": entry.pk,
            "name": entry.name,
            "score": str(score),
            "score_exact": str(score),
            "hands": 3,
            "rounds": [
                {"round": at, "score": str(value), "source": "table", "table": 1 + entry.number // 4, "hands": 1}
                for at, value in enumerate(rounds[entry], 1)
            ],
            "penalty": "0",
            "tie_breaks": {"wins": "0", "best-round": "1"},
            "played": 3,
            "counts": {},
            "moved": 0,
        }
        for entry, score in zip(order, scores, strict=True)
    ]
    head = {"tournament": tournament.slug, "after_round": 3, "provisional": False, "outstanding_tables": 0}
    body = json.dumps({**head, "rows": rows}, separators=(",", ":")).encode()
    values = {"revision": 1, "body": body, "digest": "", "published_at": timezone.now()}
    Standing.objects.update_or_create(tournament=tournament, after_round=3, defaults=values)
    now = F("revision") + 1
    Tournament.objects.filter(pk=tournament.pk).update(revision=now, published_revision=now)
    mark_seasons(tournament.pk)


if __name__ == "__main__":
    main()
