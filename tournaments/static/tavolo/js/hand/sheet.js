// What a sheet does besides its numbers: steps beside a count, parts that only one can play.
(() => {
  const form = () => document.querySelector("form.tally-form");

  function step(input, by) {
    input.value = Math.min(Number(input.dataset.most), Math.max(0, (Number(input.value) || 0) + by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function addSteps(steps) {
    const input = steps.querySelector("input");
    for (const [sign, by, side] of [["−", -1, "prepend"], ["+", 1, "append"]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: sign, tabIndex: -1 });
      button.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => step(input, by));
      steps[side](button);
    }
  }

  function begin() {
    form()?.querySelectorAll("[data-without-script]").forEach((one) => one.setAttribute("hidden", ""));
    form()?.querySelectorAll(".steps:not(:has(button))").forEach(addSteps);
  }

  // Where only one can play a part, choosing another one lets the first go.
  document.addEventListener("change", ({ target }) => {
    if (target.type !== "radio" || !target.dataset.alone) return;
    for (const other of form().querySelectorAll(`[data-alone="${target.dataset.alone}"]:checked`)) {
      if (other !== target) form().querySelector(`[name="${other.name}"][data-usual]`).checked = true;
    }
  });
  document.addEventListener("table:shown", begin);
  begin();
})();
