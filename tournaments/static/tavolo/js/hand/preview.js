// Shows beside each name the score of the typed hand, computed by the server before the hand is sent.
(() => {
  let latestTurn = 0;
  let timer;

  function show(form, preview) {
    for (const output of form.querySelectorAll("output.gives")) {
      output.dataset.before ??= output.textContent;
      const gives = preview?.rows[Number(output.id.replace("gives-", ""))];
      output.textContent = gives ?? output.dataset.before;
    }
    form.querySelector("[data-made]")?.remove(); // the preview that the page was rendered with
    const faults = form.querySelector("[data-faults]");
    const lines = (preview?.problems ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    faults.replaceChildren(...lines);
    faults.hidden = !lines.length;
    form.querySelector("[data-over]").hidden = !preview?.over;
    for (const part of form.querySelectorAll("[data-opens]")) {
      if (preview?.codes.includes(part.dataset.opens)) part.open = true;
      part.hidden = !part.open;
    }
  }

  // If the server does not answer, the part stays visible for users who know that it is needed.
  function offer(form) {
    for (const part of form.querySelectorAll("[data-opens]")) part.hidden = false;
  }

  async function requestPreview(form, turn) {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "preview");
    try {
      const answer = await fetch(form.dataset.look, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) return offer(form);
      const preview = await answer.json();
      if (turn === latestTurn) show(form, preview);
    } catch {
      // Without an answer the hand can still be sent, and is checked when it arrives.
      offer(form);
    }
  }

  // A part that is only sometimes needed is hidden until the server asks for it.
  for (const part of document.querySelectorAll("[data-opens]")) part.hidden = !part.open;

  document.addEventListener("hand:typed", ({ target: form, detail: { ready } }) => {
    clearTimeout(timer);
    latestTurn += 1;
    if (!form.dataset.look) return;
    if (!ready && !("runs" in form.dataset)) return show(form, null);
    timer = setTimeout(requestPreview, 150, form, latestTurn);
  });
})();
