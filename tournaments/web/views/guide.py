"""The pages that explain: a glossary, and how the figures come about."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from tournaments.ranking import CRITERIA
from tournaments.wording.words import translated

from ..texts.guide import about_figures, sections


def glossary(request: HttpRequest) -> HttpResponse:
    """The words that a player meets, in the reader's language and in the others."""
    return render(request, "guide/glossary.html", {"sections": sections(get_language())})


def figures(request: HttpRequest) -> HttpResponse:
    """How scores, tie-breaks and draws come about, in a club member's words."""
    criteria = [(translated(each.title), translated(each.meaning)) for each in CRITERIA.values()]
    return render(request, "guide/figures.html", {"text": about_figures(get_language()), "criteria": criteria})
