// Shows the progress of a draw, and the draft when it is ready.
(() => {
  const bar = document.querySelector("[data-drawing]");
  if (!bar) return;
  const PATIENCE = 15_000;
  const show = (drawing) => {
    bar.value = drawing.percent;
    const waiting = document.querySelector("[data-begun]");
    if (!waiting || !drawing.started_at) return;
    waiting.textContent = waiting.dataset.begun;
    waiting.removeAttribute("data-begun");
  };
  const isLeaving = () => "leaving" in document.documentElement.dataset;
  const away = document.getElementById("away");
  const tell = (isGone) => {
    if (away.hidden === !isGone) return;
    away.hidden = !isGone;
    away.textContent = isGone ? `${away.dataset.gone} ` : "";
    if (isGone) away.append(Object.assign(document.createElement("a"), { href: bar.dataset.stopped, textContent: away.dataset.look }));
  };
  const look = async () => {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch(bar.dataset.drawing, { headers: { Accept: "application/json" }, signal });
      const round = answer.ok ? await answer.json() : null;
      if (!isLeaving()) {
        tell(answer.status === 404);
        if (round && round.state !== "drawing") return location.reload();
        if (round) show(round.drawing);
      }
    } catch {
      // The network is away: the next request will show it.
    }
    setTimeout(look, 1000);
  };
  setTimeout(look, 1000);
})();
