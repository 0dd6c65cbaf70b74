"""What is worth a line in the log of an installation."""

import urllib.error

import pytest


def test_a_mistaken_address_is_the_callers_own_affair(served):
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.get("/api/v1/tournaments/nowhere/")
    said = served.complaints.read_text()
    assert (refused.value.code, [line for line in said.splitlines() if "Not Found" in line]) == (
        404,
        [],
    )
