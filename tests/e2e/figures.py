"""Numbers on a page are not broken into lines."""


def broken_figures(site):
    """Return numbers that are broken across two lines."""
    return site.ask(r"""
        const FIGURE = /(?<![\w.])[−+-]?\d[\d.,:½⅓⅔¼¾]*(?!\w)/g;
        const lines = (range) => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        const found = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            for (const { 0: figure, index } of text.data.matchAll(FIGURE)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + figure.length);
                if (lines(range) > 1 && text.parentElement.checkVisibility()) found.push(figure);
            }
        }
        return found;
    """)
