// Follows the play: asks every ten seconds, some jitter apart, and fetches only what changed.
(() => {
  const EVERY = 10_000;
  const followed = () => document.querySelector("[data-follow]");

  // What others did, or what a reader looks for: the part of this page that changes, as that address shows it.
  async function show(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const made = page.getElementById("live");
    const old = document.getElementById("live");
    if (!made || !old) return false;
    const focused = old.contains(document.activeElement) && document.activeElement.id;
    old.replaceWith(made);
    if (focused) document.getElementById(focused)?.focus();
    document.dispatchEvent(new Event("parts:shown"));
    return true;
  }

  async function renew() {
    const news = document.getElementById("news");
    if ((await show(followed().dataset.part)) && news) news.textContent = news.dataset.text;
  }

  async function ask() {
    const part = followed();
    if (!part || document.hidden) return;
    const answer = await fetch(part.dataset.follow, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const live = await answer.json();
    if (live[part.dataset.by] > Number(part.dataset.revision)) await renew();
  }

  async function again() {
    try {
      await ask();
    } catch {
      // Out of reach for now: the next question comes soon enough.
    }
    setTimeout(again, EVERY * (0.8 + 0.4 * Math.random()));
  }

  // Out of reach: the browser goes there itself, and says so.
  document.addEventListener("live:wanted", ({ detail }) => {
    show(detail)
      .catch(() => false)
      .then((shown) => shown || location.assign(detail));
  });
  // The clock has heard of other times for single tables; a moment later the page knows of them too.
  document.addEventListener("parts:stale", () => setTimeout(() => renew().catch(() => {}), 900));
  document.addEventListener("visibilitychange", () => document.hidden || ask().catch(() => {}));
  if (followed()) setTimeout(again, EVERY * Math.random());
})();
