// Follows the play: asks every ten seconds, some jitter apart, and fetches only what changed.
(() => {
  const EVERY = 10_000;
  const followed = () => document.querySelector("[data-follow]");

  async function ask() {
    const part = followed();
    if (!part || document.hidden) return;
    const answer = await fetch(part.dataset.follow, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const live = await answer.json();
    if (live[part.dataset.by] > Number(part.dataset.revision)) htmx.trigger(part, "stale");
  }

  async function again() {
    try {
      await ask();
    } catch {
      // Out of reach for now: the next question comes soon enough.
    }
    setTimeout(again, EVERY * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const news = document.getElementById("news");
    if (news && detail.requestConfig.triggeringEvent?.type === "stale") news.textContent = news.dataset.text;
  });
  // The clock has heard of other times for single tables; a moment later the page knows of them too.
  document.addEventListener("parts:stale", () => setTimeout(() => htmx.trigger(followed(), "stale"), 900));
  document.addEventListener("visibilitychange", () => document.hidden || ask().catch(() => {}));
  if (followed()) setTimeout(again, EVERY * Math.random());
})();
