"""A page as a screen reader gets it: the browser's accessibility tree."""

NAMED = {
    "button",
    "checkbox",
    "combobox",
    "heading",
    "link",
    "listbox",
    "radio",
    "searchbox",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
}


def nodes_of(browser):
    return browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]


def nameless(browser):
    """Return controls and headings without a name."""
    return [role(node) for node in nodes_of(browser) if role(node) in NAMED and not name(node)]


def announced(browser):
    """Return the content of the live regions in the order of the page, each with its urgency."""
    nodes = {node["nodeId"]: node for node in nodes_of(browser)}
    live = [(politeness(node), " ".join(texts(node, nodes))) for node in nodes.values() if politeness(node)]
    return [(pressing, said) for pressing, said in live if said]


def role(node):
    return "" if node["ignored"] else node["role"]["value"]


def name(node):
    """The accessible name, with plain spaces."""
    return " ".join(node.get("name", {}).get("value", "").split())


def politeness(node):
    """Return the urgency of the region's node; nodes inside inherit it."""
    told = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
    return told.get("live") if told.get("live") in ("polite", "assertive") else None


def texts(node, nodes):
    if role(node) == "StaticText":
        yield name(node)
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from texts(nodes[child], nodes)
