"""The kinds of problem, named by `type` in a problem document, and the codes of single problems."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.registry import RULESETS

from ..formats import Json
from ..kinds import KINDS, kind_address
from ..resource import Resource

CODES = Path(__file__).parents[1] / "problem_codes.json"
"""Every code with its messages in English, without the codes of single games.

`tests.api.source_codes` makes this file from the source.
"""
PARAMETER = re.compile(r"%\((\w+)\)[ds]")


class KindShape(serializers.Serializer[Any]):
    """A kind of problem."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    advice = serializers.CharField()
    codes = serializers.CharField(help_text="The address of the list of all codes")


class CodeShape(serializers.Serializer[Any]):
    """A code, which never changes, and the messages with this code, with placeholders for values."""

    code = serializers.CharField()
    url = serializers.CharField()
    messages = serializers.ListField(child=serializers.CharField())


class BrowserRenderer(TemplateHTMLRenderer):
    """A page for browsers that shows the data."""

    template_name = "api/problems.html"

    def get_template_context(self, data: Any, renderer_context: Any) -> Any:  # noqa: ARG002 - as in its class
        """Return the data for the template."""
        return {"rows": data["results"], "next": data["next"]} if "results" in data else {"rows": [data]}


class ProblemTypes(Resource):
    """The kinds and codes of problems."""

    tag = "problems"
    serializer_class = CodeShape
    renderer_classes = [Json, BrowserRenderer]

    def list(self, _request: Request) -> Response:
        """Every code that the `errors` of a problem document may have, with its messages; also as a page."""
        return self.listed([_code(code) for code in all_codes()])

    @extend_schema(responses=PolymorphicProxySerializer("ProblemKindOrCode", [KindShape, CodeShape], None))
    def retrieve(self, _request: Request, name: str) -> Response:
        """A kind of problem, with its title, status and advice for the client; or a code with its messages."""
        for status, known_kind in KINDS.items():
            if known_kind.name == name:
                return Response(_kind(status))
        if name not in all_codes():
            raise Http404
        return Response(_code(name))


def _kind(status: int) -> dict[str, Any]:
    kind = KINDS[status]
    texts = {"title": gettext(kind.title), "status": status, "advice": gettext(kind.advice)}
    return {"type": kind_address(kind), **texts, "codes": reverse("api:problem-kinds")}


@cache
def all_codes() -> Mapping[str, Sequence[str]]:
    """Return every code, in alphabetical order, with its messages."""
    codes = json.loads(CODES.read_text("utf-8"))
    return dict(sorted(reduce(dict.__or__, (ruleset.codes() for ruleset in RULESETS), codes).items()))


def _code(code: str) -> dict[str, Any]:
    messages = [PARAMETER.sub(r"{\1}", gettext(message)) for message in all_codes()[code]]
    return {"code": code, "url": reverse("api:problem-kind", args=[code]), "messages": messages}
