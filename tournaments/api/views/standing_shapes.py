"""The shapes of standings in responses."""

from typing import Any

from rest_framework import serializers

from tournaments.wording.standing_states import StandingsCode

from ..fields import Moment

SOURCES = ("carried", "table", "sit-out", "award", "absent", "forfeit", "unplayed")


class RoundScoreShape(serializers.Serializer[Any]):
    """The score of a round and its source: played, sat out, absent, forfeited, awarded, or an unfinished table.

    Points carried over from earlier stages are a score of round 0 with the source `carried`.

    `score_exact` is the score as a fraction; it is there if the decimal is rounded. For a table with hands, the number
    of hands is given; if its score is not its total, also the values from which the score is computed.
    """

    round = serializers.IntegerField()
    score = serializers.CharField(allow_null=True)
    score_exact = serializers.CharField(required=False, help_text="Present if the decimal is rounded")
    exact = serializers.CharField(required=False, help_text="The former name of `score_exact`")
    source = serializers.ChoiceField(SOURCES)  # type: ignore[assignment]
    table = serializers.IntegerField(required=False)
    hands = serializers.IntegerField(required=False)
    total = serializers.IntegerField(required=False)
    against = serializers.IntegerField(required=False, help_text="The other side's total")
    place = serializers.IntegerField(required=False)
    sharing = serializers.IntegerField(required=False, help_text="The number of sides that share that place")


class PossiblePlacesShape(serializers.Serializer[Any]):
    """The best and worst final place still possible, and the lowest and highest final score.

    A score is null if there is no limit.
    """

    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    least = serializers.CharField(allow_null=True)
    most = serializers.CharField(allow_null=True)


class RowShape(serializers.Serializer[Any]):
    """An entry's row: its score as a decimal and exactly, and the tie-breaks that were needed."""

    place = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.CharField()
    score_exact = serializers.CharField()
    hands = serializers.IntegerField()
    rounds = RoundScoreShape(many=True)
    penalty = serializers.CharField()
    tie_breaks = serializers.DictField(child=serializers.CharField(allow_null=True))
    played = serializers.IntegerField(help_text="The number of rounds that it played")
    counts = serializers.DictField(
        child=serializers.CharField(),
        help_text="By tie-break, the exact count if its published decimal is another number",
    )
    moved = serializers.IntegerField(allow_null=True)
    withdrawn = serializers.BooleanField(required=False, help_text="Present if true, as are the next two")
    stand_in = serializers.BooleanField(required=False)
    disqualified = serializers.BooleanField(required=False)
    not_played = serializers.BooleanField(
        required=False, help_text="Present if true: it has no counted hand and therefore no place"
    )
    reached = serializers.IntegerField(
        required=False, help_text="The last round of a knock-out that it reached, if any: it ranks before the score"
    )
    outlook = PossiblePlacesShape(
        required=False, help_text="Present if the director has turned it on and rounds are left to be played"
    )
    goes_on = serializers.BooleanField(
        required=False,
        allow_null=True,
        help_text="With `outlook` on: true if it certainly qualifies for the next round of a knock-out, or else for "
        "the next public stage; false if it no longer can, null while that is open, absent without such a cut. For a "
        "stage that takes the best of all groups together it may change without a new `revision`",
    )


class SortedByShape(serializers.Serializer[Any]):
    """A value by which rows are sorted: its title in the club's language, and which value is better."""

    title = serializers.CharField(help_text="In the language of the club")
    direction = serializers.ChoiceField(["low", "high"], help_text="Which value is better")


class TieBreakShape(SortedByShape):
    """A tie-break. Rows have its value under its code."""

    code = serializers.CharField(help_text="The name of the tie-break in rows")


STATES = [(code, code) for code in StandingsCode]
STATE_HELP = "The state of the standings: `settled` and `final` ones change only if a director confirms the change"


class StandingHeadShape(serializers.Serializer[Any]):
    """Standings after a round, without their rows."""

    revision = serializers.IntegerField(help_text="All changes of the tournament up to this revision are included")
    as_of = Moment(allow_null=True, help_text="When they were published; null before the first standings")
    current = serializers.BooleanField(
        help_text="Whether they include every change of the tournament so far, and reach `min_revision`"
    )
    state = serializers.ChoiceField(STATES, help_text=STATE_HELP)
    tournament = serializers.CharField()
    ruleset = serializers.CharField(help_text="The slug of the game")
    score = SortedByShape(help_text="What the score is")
    tie_breaks = TieBreakShape(many=True, help_text="In the order in which they are applied")
    after_round = serializers.IntegerField()
    provisional = serializers.BooleanField(
        help_text="Whether they can change without confirmation: until this and all earlier rounds are closed"
    )
    outstanding_tables = serializers.IntegerField(help_text="The number of tables that have not finished")
    playing = serializers.IntegerField(help_text="The number of these tables that are of the last round")
    played_evenly = serializers.BooleanField(
        help_text="Whether all have played equally many rounds, so that tie-breaks count"
    )
    entries_played = serializers.IntegerField(help_text="The number of entries with a counted hand")
    knock_out = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="The rounds of a knock-out, if there are any"
    )


class StandingShape(StandingHeadShape):
    """Standings after a round."""

    rows = RowShape(many=True)


class SelectedRowShape(RowShape):
    """An entry's row with the selected fields. In a flat row each tie-break is a field, named by its code."""

    players = serializers.ListField(child=serializers.IntegerField(), help_text="The ids of its players")
    home_club = serializers.CharField(allow_null=True, help_text="The club that it comes from; null except for members")
    carried = serializers.CharField(help_text="In flat rows: the points from earlier stages")

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, none of which is required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class SelectedStandingShape(StandingHeadShape):
    """Standings after a round; the rows have the selected fields, or are flat."""

    rows = SelectedRowShape(many=True)
