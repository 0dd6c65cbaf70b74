"""The parts of the OpenAPI document that no view declares: chapters, authentication, idempotency keys, problems."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.serializers import PolymorphicProxySerializerExtension
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer
from rest_framework.permissions import AllowAny
from rest_framework.serializers import DecimalField, ListField, ListSerializer, Serializer

from .access import AGREED, AGREED_REASON, AGREEMENT_LENGTH
from .conditional import IF_MATCH, takes_if_match
from .fields import Slug, Text
from .freshness import REVISION_HEADER, is_of_tournament
from .kinds import KINDS

READS = frozenset({"GET", "HEAD"})

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,255}$"},
    OpenApiParameter.HEADER,
    description="1 to 255 characters; a repeated request with the same key has no second effect and the same answer",
)
AGREEMENT = [
    OpenApiParameter(
        AGREED,
        {"type": "string", "maxLength": AGREEMENT_LENGTH},
        OpenApiParameter.HEADER,
        description="The `agreement` of a 409 `changes_published_standings`, to confirm the change that it describes",
    ),
    OpenApiParameter(
        AGREED_REASON,
        {"type": "string", "maxLength": AGREEMENT_LENGTH},
        OpenApiParameter.HEADER,
        description="The reason, in UTF-8 and percent-encoded, for requests without a `reason` field",
    ),
]
PROBLEM = {
    "type": "object",
    "description": "A refusal (RFC 9457), with all the faults at once",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "pointer": {"type": "string", "description": "JSON pointer into the request"},
                    "code": {"type": "string", "description": "Stays the same"},
                    "message": {"type": "string", "description": "In the reader's language"},
                    "parameter": {"type": "string", "description": "Of the query"},
                    "header": {"type": "string"},
                },
                "required": ["pointer", "code", "message"],
            },
        },
    },
    "required": ["type", "title", "status", "detail", "errors"],
}


def one_or_many(shape: type[Serializer[Any]], *others: type[Serializer[Any]]) -> Any:
    """Return the schema of an object of this shape, a list of such objects, or an object of one of the `others`."""
    shapes: list[Any] = [shape, shape(many=True), *others]
    return PolymorphicProxySerializer(f"OneOrMany{shape.__name__}", shapes, resource_type_field_name=None, many=False)


class AnyOf(PolymorphicProxySerializer):
    """An object that has one or several of these shapes."""


class AnyOfExtension(PolymorphicProxySerializerExtension):  # type: ignore[no-untyped-call]
    """Describes `AnyOf` by `anyOf`. The shapes may overlap, which `oneOf` forbids."""

    target_class: Any = AnyOf
    priority = 1

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        """Return the schema."""
        return {"anyOf": super().map_serializer(auto_schema, direction)["oneOf"]}  # type: ignore[no-untyped-call]


def any_of(name: str, *shapes: type[Serializer[Any]]) -> Any:
    """Return the schema of an object that has one or several of these shapes, which may overlap."""
    return AnyOf(name, list(shapes), resource_type_field_name=None, many=False)


class Description(AutoSchema):
    """The description of an operation."""

    def get_tags(self) -> list[str]:
        """Return the view's single tag, which is its chapter in the documentation."""
        view: Any = self.view
        return [view.tag]

    def get_override_parameters(self) -> list[Any]:
        """Return the view's own parameters, and the headers of its requests and of responses to writes."""
        parameters = super().get_override_parameters()
        agreement = [] if self.method in READS else AGREEMENT
        match = [IF_MATCH] if takes_if_match(self.view, self.method) else []
        key = [IDEMPOTENCY_KEY] if hasattr(self._handler, "takes_key") else []
        revision = [REVISION_HEADER] if self.method not in READS and is_of_tournament(getattr(self, "path", "")) else []
        return [*parameters, *agreement, *match, *key, *revision]

    def _get_pagination_parameters(self) -> Any:
        """Return the parameters for pages; none for a write that returns a list."""
        return super()._get_pagination_parameters() if self.method in READS else []  # type: ignore[no-untyped-call]

    @property
    def _handler(self) -> Any:
        view: Any = self.view
        return getattr(view, view.action)

    def get_request_serializer(self) -> Any:
        """Return None: an action that does not declare `request` has no body."""
        return None

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with the problems that it may return; None if the document leaves it out."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for status in self._refusals(operation):
            operation["responses"].setdefault(str(status), self._refusal(status))
        return operation

    def _refusal(self, status: int) -> dict[str, str]:
        """Return a reference to the problem with this status."""
        problem = self._component("Problem", ResolvedComponent.SCHEMA, PROBLEM)
        content = {"application/problem+json": {"schema": problem}}
        response = {"description": KINDS[status].title, "content": content}
        return self._component(f"Problem{status}", ResolvedComponent.RESPONSE, response)

    def _component(self, name: str, kind: str, content: dict[str, Any]) -> dict[str, str]:
        component = ResolvedComponent(name, kind, content, name)  # type: ignore[no-untyped-call]
        self.registry.register_on_missing(component)
        ref: dict[str, str] = component.ref
        return ref

    def _refusals(self, operation: Any) -> list[int]:
        """Return the statuses of refusals. Every operation has 409, which a table card gets before the first round."""
        view: Any = self.view
        statuses = {400, 401, 403, 406, 409, 429, 503}
        if view.permission_classes == [AllowAny]:
            statuses -= {403}
        names = {parameter["name"] for parameter in operation.get("parameters", ())}
        if "{" in self.path or "cursor" in names:
            statuses |= {404}
        if self.method not in READS:
            statuses |= {408, 412, 413, 415, 507}
        if "requestBody" in operation or hasattr(self._handler, "takes_key"):
            statuses |= {422}
        if view.action in view.replaced_whole:
            statuses |= {428}
        return sorted(statuses.union(view.more_refusals.get(view.action, ())))

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """Return the schema of an object.

        If it has no fields, the schema says so, because an empty schema would be left out.
        """
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        return schema if schema.get("properties") else {**schema, "additionalProperties": False}

    def _map_serializer_field(self, field: Any, direction: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the schema of a field, with bounds that REST framework does not describe."""
        schema = super()._map_serializer_field(field, direction, *args, **kwargs)  # type: ignore[no-untyped-call]
        if isinstance(field, Slug):
            schema["pattern"] = settings.SLUG_PATTERN
        if isinstance(field, Text) and not field.allow_blank:
            schema["minLength"] = 1
        if isinstance(field, DecimalField) and "pattern" in schema:
            schema["pattern"] = _decimal_pattern(field)
        if isinstance(field, ListField | ListSerializer):
            schema |= _item_bounds(field)
        return schema

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the authentication schemes; `{}` among them means that public data needs none.

        The scheme of table cards is included only if a card permits the action.
        """
        view: Any = self.view
        ways: list[dict[str, Any]] = super().get_auth()
        opens = view.action in view.table_actions
        ways = [way for way in ways if opens or TableScheme.name not in way]
        return [*ways, {}] if self.method in READS and view.read_by_all and {} not in ways else ways


def _item_bounds(field: Any) -> dict[str, int]:
    """Return the bounds of a list's length."""
    bounds = {"minItems": field.min_length if field.allow_empty else 1, "maxItems": field.max_length}
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _decimal_pattern(field: DecimalField) -> str:
    """Return the pattern of a decimal in text, which has at least one digit."""
    whole = (field.max_digits or 0) - (field.decimal_places or 0)
    return rf"^-?(?:\d{{1,{whole}}}(?:\.\d{{0,{field.decimal_places}}})?|\.\d{{1,{field.decimal_places}}})$"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer {secret}`."""

    target_class = "tournaments.api.authentication.TokenAuthentication"
    name = "token"
    definition: ClassVar[Mapping[str, str]] = {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a token, from the page of your account or create_token; `Token SECRET` works too",
    }

    def get_security_definition(self, _auto_schema: AutoSchema) -> dict[str, str]:
        """Return the scheme as an OpenAPI object."""
        return dict(self.definition)


class TableScheme(TokenScheme):  # type: ignore[no-untyped-call]
    """`Authorization: Table {secret}`."""

    target_class = "tournaments.api.authentication.TableAuthentication"
    name = "table"
    definition: ClassVar[Mapping[str, str]] = {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Table SECRET`, of the card on a table or of a session made from it",
    }
