// Shows a table's call on every page of the tournament for directors; alarm.js announces it.
(() => {
  const strip = document.getElementById("watch");
  if (!strip) return;
  const PATIENCE = 15_000;
  const link = document.createElement("a");
  let mark = null;
  let asking = false;

  function line(text, dataset) {
    const span = Object.assign(document.createElement("span"), { textContent: text });
    Object.assign(span.dataset, dataset);
    return span;
  }

  // The focused element does not move on the screen.
  function uncover() {
    const field = document.activeElement;
    if (!field?.matches("input, textarea, select, button, a") || strip.contains(field)) return;
    const covered = strip.getBoundingClientRect().bottom - field.getBoundingClientRect().top;
    if (covered > 0 && field.getBoundingClientRect().bottom > 0) scrollBy(0, -covered - 8);
  }

  function show({ matters, more }) {
    const lines = matters.map(({ key, words }) => line(words, { alarm: key }));
    if (more) lines.push(Object.assign(line(more, {}), { className: "more" }));
    link.replaceChildren(...lines);
    link.remove();
    if (matters.length) strip.prepend(Object.assign(link, { href: matters[0].to }));
    strip.hidden = !matters.length;
    strip.dataset.heard = "yes";
    if (matters.length) uncover();
    document.dispatchEvent(new Event("parts:shown"));
  }

  async function ask() {
    const headers = mark ? { "If-None-Match": mark } : {};
    const signal = AbortSignal.timeout?.(PATIENCE); // many pages lack older.js
    const answer = await fetch(strip.dataset.news, { headers, signal, cache: "no-store" });
    if (answer.status === 304 || !answer.ok || answer.redirected) return;
    mark = answer.headers.get("ETag");
    show(await answer.json());
  }

  async function follow() {
    if (asking) return;
    asking = true;
    try {
      await ask();
    } catch {
      // The server is out of reach: the next request follows soon.
    }
    asking = false;
  }

  addEventListener("pageshow", follow);
  new Worker(strip.dataset.pulse).addEventListener("message", follow);
})();
