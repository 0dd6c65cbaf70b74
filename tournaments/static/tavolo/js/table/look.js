// What the hand would give, told by the server beside each name before anything is sent.
(() => {
  let asked = 0;
  let timer;

  function show(form, told) {
    for (const output of form.querySelectorAll("output.gives")) {
      const side = Number(output.dataset.gives ?? output.id.replace("gives-", ""));
      output.textContent = told?.rows[side] ?? "";
    }
    const faults = form.querySelector("[data-faults]");
    faults.replaceChildren(
      ...(told?.problems ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
    faults.hidden = !told?.problems.length;
  }

  async function look(form, turn) {
    try {
      const answer = await fetch(form.dataset.look, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (answer.ok && turn === asked) show(form, await answer.json());
    } catch {
      // Out of reach: the hand can be sent all the same, and is judged when it arrives.
    }
  }

  document.addEventListener("table:typed", ({ target: form, detail }) => {
    clearTimeout(timer);
    asked += 1;
    if (!detail.filled) return show(form, null);
    timer = setTimeout(look, 80, form, asked);
  });
})();
