// Adds up a hand while it is typed, and shows what is left for the one number not typed yet.
// The server alone decides what a hand gives; it works the last number out once more.
(() => {
  const form = document.querySelector(".tally-form");
  if (!form) return;
  form.querySelectorAll("[data-without-script]").forEach((one) => one.setAttribute("hidden", ""));

  const number = (input) => (/^\s*\d{1,6}\s*$/.test(input.value) ? Number(input.value) : null);
  const isBlank = (input) => input.value.trim() === "";

  function lessened({ sum, less }) {
    const chosen = less && form.elements[less];
    if (!chosen) return Number(sum);
    const value = chosen.type === "checkbox" ? (chosen.checked ? chosen.value : 0) : chosen.value;
    return Number(sum) - (Number(value) || 0);
  }

  function show(total) {
    const whole = lessened(total.dataset);
    const inputs = [...form.querySelectorAll(`input[data-of="${total.dataset.column}"]`)];
    const blank = inputs.filter(isBlank);
    const sum = inputs.reduce((so_far, input) => so_far + (number(input) ?? 0), 0);
    const rest = whole - sum;
    inputs.forEach((input) => input.removeAttribute("placeholder"));
    const last = inputs.length > 1 && blank.length === 1 && rest >= 0 && rest <= Number(blank[0].dataset.most) ? blank[0] : null;
    if (last) last.placeholder = rest;
    const { right, lacks, exceeds, leaves } = total.dataset;
    const text = last ? leaves : rest === 0 ? right : rest > 0 ? lacks : exceeds;
    total.hidden = blank.length === inputs.length;
    total.dataset.state = last || (rest === 0 && !blank.length) ? "right" : "wrong";
    total.textContent = text
      .replace("%total%", sum)
      .replace("%rest%", Math.abs(rest))
      .replace("%name%", last ? nameOf(last) : "");
  }

  const nameOf = (input) => input.labels[0].textContent.split(":")[0].trim();

  const showAll = () => form.querySelectorAll("[data-sum]").forEach(show);
  form.addEventListener("input", showAll);
  showAll();

  // Buttons beside a count add and take one.
  for (const steps of form.querySelectorAll(".steps")) {
    const input = steps.querySelector("input");
    for (const [sign, by, side] of [["−", -1, "prepend"], ["+", 1, "append"]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: sign, tabIndex: -1 });
      button.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => {
        input.value = Math.min(Number(input.dataset.most), Math.max(0, (number(input) ?? 0) + by));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      steps[side](button);
    }
  }

  // A part of the form opens when the server asks for it.
  document.addEventListener("htmx:afterSwap", () => {
    const found = document.querySelector("[data-problems]")?.dataset.problems.split(" ") ?? [];
    for (const part of form.querySelectorAll("[data-opens]")) {
      if (found.includes(part.dataset.opens)) part.open = true;
    }
  });

  // Where only one can play a part, choosing another one lets the first go.
  form.addEventListener("change", ({ target }) => {
    if (target.type !== "radio" || !target.dataset.alone) return;
    for (const other of form.querySelectorAll(`[data-alone="${target.dataset.alone}"]:checked`)) {
      if (other !== target) form.querySelector(`[name="${other.name}"][data-usual]`).checked = true;
    }
    showAll();
  });
})();
