"""Rounds that are repaired while their entries change, on real PostgreSQL."""

import pytest
from django.db import transaction

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.people import registration
from tournaments.actions.round_repair.proposals import NO_OPTIONS, propose
from tournaments.actions.round_repair.repairs import repair_round
from tournaments.models import Entry

pytestmark = pytest.mark.postgres


def test_an_entry_that_withdraws_meanwhile_gets_no_seat(postgres):
    round_ = a_round(a_tournament(players=9))
    by, gone = director_of(round_.tournament), {"status": Entry.Status.WITHDRAWN}
    registration.change_entry(round_.seats.first().entry, gone, by=by)
    out, digest = round_.sit_outs.get().entry, propose(round_, NO_OPTIONS).digest
    with in_background() as start:
        with transaction.atomic():
            registration.change_entry(out, gone, by=by)
            other = start(lambda: repair_round(round_, by=by, digest=digest))
            until_somebody_waits()
        with pytest.raises(Conflict) as refused:
            other.result()
    assert refused.value.codes == ["proposal_changed"]
    assert not round_.seats.filter(entry=out).exists()
