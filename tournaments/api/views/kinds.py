"""What the types of problems mean."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..kinds import KINDS, kind_address
from ..resource import Resource


class KindShape(serializers.Serializer[Any]):
    """A type of problem."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    advice = serializers.CharField()


class ProblemKind(Resource):
    """A type of problem."""

    tag = "problems"

    @extend_schema(responses=KindShape)
    def get(self, _request: Request, kind: str) -> Response:
        """What it means and what to do about it."""
        for status, found in KINDS.items():
            if found.name == kind:
                return Response(
                    {
                        "type": kind_address(found),
                        "title": gettext(found.title),
                        "status": status,
                        "advice": gettext(found.advice),
                    }
                )
        raise Http404
