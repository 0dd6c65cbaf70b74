"""The codes of problems in the source with their messages; `python -m tests.api.source_codes` records them.

Code and message may pass through functions with parameters of these names, or stand together in a table. A name stands
for what was assigned to it in the function, or to a constant of any module.
"""

import ast
import json
from collections import defaultdict
from itertools import product
from pathlib import Path

import django
from django.conf import settings
from rest_framework import exceptions

ROOT = Path(__file__).parents[2]
CODES = ROOT / "tournaments" / "api" / "problem_codes.json"
ELSEWHERE = {"migrations", "web", "management", "readiness.py", "installation.py", "database_faults.py", "backups.py"}
"""Parts of the source whose problems are no answers of the API."""
FRAMEWORK = (
    *(exceptions.MethodNotAllowed, exceptions.NotAcceptable, exceptions.NotAuthenticated, exceptions.NotFound),
    *(exceptions.PermissionDenied, exceptions.Throttled, exceptions.UnsupportedMediaType),
)
DEFAULTS = {
    "PermissionDenied": "forbidden",
    "AuthenticationFailed": "authentication_failed",
    "ParseError": "unreadable",
}
"""The code of an exception that names none."""
CALLS = {"Problem": (0, 1)} | dict.fromkeys((*DEFAULTS, "NotFound", "ErrorDetail", "ValidationError"), (1, 0))
"""The places of code and message among the arguments of these."""
NUMBERED = {"not_multiple_of_": ("5",)}
"""How codes end that are made with a number of the game."""
OUR_FAULT = {"fault": "Something went wrong on our side", "not_stored": "Nothing was saved"}
"""Codes without a message of their own, with the titles of their answers."""


class Source:
    """The parsed modules, and the values of their names."""

    def __init__(self):
        self.nodes = [
            node
            for top in ("scoring", "tournaments")
            for path in sorted((ROOT / top).rglob("*.py"))
            if not ELSEWHERE.intersection(path.parts)
            for node in ast.walk(ast.parse(path.read_text()))
        ]
        self.values, self.calls = defaultdict(list), dict(CALLS)
        self.functions = [node for node in self.nodes if isinstance(node, ast.FunctionDef)]
        for node in self.nodes:
            if isinstance(node, ast.Module | ast.ClassDef | ast.Call):
                for name, value in _assigned(node):
                    self.values[name].append(value)
        for function in self.functions:
            names = [each.arg for each in (*function.args.posonlyargs, *function.args.args) if each.arg != "self"]
            if named := [each for each in names if each in ("code", "message", "messages")]:
                self.calls.update(self._passed_on(function, names, named))

    def _passed_on(self, function, names, named):
        """The places of a function's parameters for code and message; the one that it has itself as an expression."""
        if len(named) == 2:
            yield function.name, (names.index(named[0]), names.index(named[1]))
        own = dict(pair for node in ast.walk(function) if isinstance(node, ast.Assign) for pair in _assigned(node))
        for node in ast.walk(function) if len(named) == 1 else ():
            if isinstance(node, ast.Call) and _called(node) == "Problem":
                passed = [getattr(each, "id", "") == named[0] for each in node.args[:2]]
                if any(passed):
                    its = [own.get(getattr(each, "id", ""), each) for each in node.args[:2]]
                    places = [names.index(named[0]) if each else its[at] for at, each in enumerate(passed)]
                    yield function.name, tuple(places)

    def codes(self):
        """Return the messages that are used with each code."""
        found = defaultdict(set)
        for node in self.nodes:
            for code, message in self._pairs(node):
                if code.isidentifier():
                    found[code] |= {message} if " " in message else set()
        for fault in FRAMEWORK:
            found[DEFAULTS.get(fault.__name__, fault.default_code)].add(str(fault.default_detail))
        found |= {code: {message} for code, message in OUR_FAULT.items()}
        return {code: sorted(found[code]) for code in sorted(found)}

    def _pairs(self, node):
        match node:
            case ast.FunctionDef():
                yield from self._in_calls(node)
            case ast.Dict():
                for value in node.values:
                    match value:
                        case ast.Tuple(elts=[ast.Constant() as code, ast.Call() as message]):
                            yield from self._read(code, message, {})
            case ast.ClassDef():
                declared = dict(_assigned(node))
                if message := declared.get("default_detail") or declared.get("message"):
                    base = next(
                        (each.attr for each in node.bases if isinstance(each, ast.Attribute)), "PermissionDenied"
                    )
                    code = declared.get("default_code") or ast.Constant(DEFAULTS.get(base, ""))
                    yield from self._read(code, message, {})

    def _in_calls(self, function):
        """Yield the pairs in the calls of a function; a name has the values assigned since the last call with it."""
        local, used = defaultdict(list), set()
        nodes = [node for node in ast.walk(function) if isinstance(node, ast.Call | ast.Assign)]
        for node in sorted(nodes, key=lambda each: (each.end_lineno, isinstance(each, ast.Call), each.end_col_offset)):
            for name, value in _assigned(node) if isinstance(node, ast.Assign) else ():
                local[name] = [value] if name in used else [*local[name], value]
                used.discard(name)
            called = _called(node) if isinstance(node, ast.Call) else ""
            places = self.calls.get(called, (0, 0))
            arguments = [*node.args, ast.Constant(DEFAULTS.get(called, ""))] if called in self.calls else []
            if len(arguments) > max(place for place in places if isinstance(place, int)):
                code, message = (arguments[place] if isinstance(place, int) else place for place in places)
                yield from self._read(code, message, local)
                used |= {each.id for each in ast.walk(message) if isinstance(each, ast.Name)}

    def _read(self, code, message, local):
        """The pairs of these expressions; a code with a gap takes its parts from the keys of a table of messages."""
        if isinstance(code, ast.Name) and local.get(code.id):
            code = local[code.id][-1]
        if not isinstance(code, ast.JoinedStr):
            yield from product(self._strings(code, local), self._strings(message, local) or {""})
            return
        before, after = (each.value if isinstance(each, ast.Constant) else "" for each in _ends(code))
        for end in NUMBERED.get(before, ()):
            yield from ((before + end, text) for text in self._strings(message, local))
        for table in self.values[message.value.id] if isinstance(message, ast.Subscript) else ():
            for key, value in zip(table.keys, table.values, strict=True):
                part = key.value if isinstance(key, ast.Constant) else key.attr.lower()
                yield from ((f"{before}{part}{after}", text) for text in self._strings(value, local))

    def _strings(self, node, local):
        """Return the texts that an expression can have, as far as the source shows."""
        if _is_translated(node):
            node = node.args[0]
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.IfExp(body=first, orelse=second):
                parts = [first, second]
            case ast.Name(id=name):
                parts = local.get(name) or self.values[name] * name.isupper()
                local = {**local, name: []}
            case ast.Attribute(attr=name):
                parts = [value for value in self.values[name] if _is_translated(value)]
            case ast.Subscript(value=value) | ast.BinOp(left=value):
                parts = [value]
            case ast.Dict(values=values) | ast.Tuple(elts=values):
                parts = [value for value in values if not isinstance(value, ast.Constant)]
            case _:
                return set()
        return set().union(*(self._strings(part, local) for part in parts))


def _assigned(node):
    """The names and values of an assignment, of the keywords of a call, or of all assignments in a body."""
    if isinstance(node, ast.Call):
        yield from ((each.arg, each.value) for each in node.keywords)
    elif isinstance(node, ast.Module | ast.ClassDef):
        for each in node.body:
            yield from _assigned(each)
    elif isinstance(node, ast.AnnAssign) and node.value:
        yield node.target.id, node.value
    elif isinstance(node, ast.Assign):
        target, value = node.targets[0], node.value
        both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        for name, one in zip(target.elts, value.elts, strict=True) if both else [(target, value)]:
            yield getattr(name, "id", ""), one


def _called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _is_translated(node):
    return isinstance(node, ast.Call) and _called(node).lstrip("n") in ("_", "gettext", "gettext_noop", "gettext_lazy")


def _ends(joined):
    return joined.values[0], joined.values[-1]


def text_of_codes():
    """The file of codes as the source has it."""
    return json.dumps(Source().codes(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    settings.configure(USE_I18N=False)
    django.setup()
    CODES.write_text(text_of_codes())
