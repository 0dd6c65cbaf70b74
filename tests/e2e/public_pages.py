"""The pages that everybody may read, each by its name with its address in a hall."""

PAGES = {
    "home": "/",
    "club": "/clubs/{club}/",
    "champions": "/clubs/{club}/champions/",
    "player": "/players/{player}/",
    "standings": "/tournaments/{playing}/",
    "final standings": "/tournaments/{over}/",
    "pictures": "/tournaments/{playing}/pictures/",
    "entry": "/tournaments/{playing}/players/{entry}/",
    "round": "/tournaments/{playing}/rounds/2/",
    "table": "/tournaments/{playing}/rounds/2/tables/2/",
    "rules": "/rules/busca-accademia/",
    "glossary": "/glossary/",
    "about the figures": "/figures/",
    "frame": "/embed/clubs/{club}/",
}
