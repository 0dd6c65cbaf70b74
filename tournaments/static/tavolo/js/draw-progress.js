// Shows how far a draw is, and the draft as soon as there is one.
(() => {
  const bar = document.querySelector("[data-drawing]");
  if (!bar) return;
  const show = (drawing) => {
    bar.value = drawing.percent;
    const waiting = document.querySelector("[data-begun]");
    if (!waiting || !drawing.started_at) return;
    waiting.textContent = waiting.dataset.begun;
    waiting.removeAttribute("data-begun");
  };
  const look = async () => {
    try {
      const answer = await fetch(bar.dataset.drawing, { headers: { Accept: "application/json" } });
      const round = answer.ok ? await answer.json() : null;
      if (answer.status === 404) {
        location.assign(bar.dataset.stopped);
        return;
      }
      if (round && round.state !== "drawing") {
        location.reload();
        return;
      }
      if (round) show(round.drawing);
    } catch {
      // The network is away for a moment: the next look will tell.
    }
    setTimeout(look, 1000);
  };
  setTimeout(look, 1000);
})();
