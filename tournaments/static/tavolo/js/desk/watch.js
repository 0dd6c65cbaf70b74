// Tells whoever directs, on whatever page of the tournament he is, that a table calls; alarm.js announces it.
(() => {
  const strip = document.getElementById("watch");
  if (!strip) return;
  const link = document.createElement("a");
  let mark = null;
  let asking = false;

  function line(text, dataset) {
    const span = Object.assign(document.createElement("span"), { textContent: text });
    Object.assign(span.dataset, dataset);
    return span;
  }

  // What somebody is at stays where he sees it.
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
    const answer = await fetch(strip.dataset.news, { headers, cache: "no-store" });
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
      // Out of reach for now: the next question comes soon enough.
    }
    asking = false;
  }

  addEventListener("pageshow", follow);
  new Worker(strip.dataset.pulse).addEventListener("message", follow);
})();
