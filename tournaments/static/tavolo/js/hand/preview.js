// What the hand would give, told by the server beside each name before anything is sent.
(() => {
  let asked = 0;
  let timer;

  function show(form, told) {
    for (const output of form.querySelectorAll("output.gives")) {
      output.dataset.before ??= output.textContent;
      const gives = told?.rows[Number(output.id.replace("gives-", ""))];
      output.textContent = gives ?? output.dataset.before;
    }
    const faults = form.querySelector("[data-faults]");
    const lines = (told?.problems ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    faults.replaceChildren(...lines);
    faults.hidden = !lines.length;
    form.querySelector("[data-over]").hidden = !told?.over;
    // What is told makes the lines taller: the number being typed stays above the keypad.
    if (document.activeElement.matches("[data-most]")) document.activeElement.scrollIntoView({ block: "nearest" });
    for (const part of form.querySelectorAll("[data-opens]")) {
      if (told?.codes.includes(part.dataset.opens)) part.open = true;
      part.hidden = !part.open;
    }
  }

  // The server asks for no such part while it is out of reach, busy or ill, so it is there for whoever knows that it is needed.
  function offer(form) {
    for (const part of form.querySelectorAll("[data-opens]")) part.hidden = false;
  }

  async function look(form, turn) {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "preview");
    try {
      const answer = await fetch(form.dataset.look, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) return offer(form);
      const told = await answer.json();
      if (turn === asked) show(form, told);
    } catch {
      // Out of reach: the hand can be sent all the same, and is judged when it arrives.
      offer(form);
    }
  }

  // A part that the server asks for is out of the way until then.
  for (const part of document.querySelectorAll("[data-opens]")) part.hidden = !part.open;

  document.addEventListener("hand:typed", ({ target: form, detail: { ready } }) => {
    clearTimeout(timer);
    asked += 1;
    if (!form.dataset.look) return;
    if (!ready && !("runs" in form.dataset)) return show(form, null);
    timer = setTimeout(look, 150, form, asked);
  });
})();
