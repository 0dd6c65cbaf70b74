import pytest

from tests.scoring.cases import check, collected


@pytest.mark.parametrize(("request_", "response"), collected("busca"))
def test_busca(request_, response):
    check(request_, response)
