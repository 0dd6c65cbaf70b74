"""The cases of tests/data, each a request and its expected answer."""

import pytest

from tests.scoring.cases import check, collected


@pytest.mark.parametrize(("request_", "response"), collected("busca"))
def test_busca(request_, response):
    check(request_, response)


@pytest.mark.parametrize(("request_", "response"), collected("buddha"))
def test_buddha(request_, response):
    check(request_, response)


@pytest.mark.parametrize(("request_", "response"), collected("brisca"))
def test_brisca_and_its_variants(request_, response):
    check(request_, response)


@pytest.mark.parametrize(("request_", "response"), collected("buraco"))
def test_buraco(request_, response):
    check(request_, response)


@pytest.mark.parametrize(("request_", "response"), collected("vp"))
def test_victory_points(request_, response):
    check(request_, response)
