// With a keyboard at the desk: if all numbers are filled, a wrong sum is corrected line by line, and a correction goes
// through its lines to its reason. If a number is missing, keypad.js goes to it.
(() => {
  const form = () => document.querySelector("form.tally-form");
  const inputs = () => [...form().querySelectorAll("input[data-most]")].filter((input) => input.checkVisibility());
  const isWrong = () => [...form().querySelectorAll("[data-sum][data-state=wrong]")].some((sum) => sum.checkVisibility());

  function after(input) {
    const all = inputs();
    const place = all.indexOf(input) + 1;
    if (place === 0 || !all.every(numbers.isDone)) return null;
    if (isWrong()) return all[place % all.length];
    const reason = form().querySelector(".why button");
    return reason && (all[place] ?? reason);
  }

  // Runs before keypad.js, which ignores events with a prevented default.
  function goOn(event) {
    const next = event.key === "Enter" && form()?.contains(event.target) && after(event.target);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  document.addEventListener("keydown", goOn, true);

  // If the form begins with counters, no field has the focus: with a keyboard the first one gets it, unless something
  // must be chosen or read first.
  function begin() {
    const isTouched = matchMedia("(pointer: coarse) and (hover: none)").matches;
    if (!form() || isTouched || document.activeElement !== document.body || form().querySelector(".faults, .matter")) return;
    const first = [...form().querySelectorAll("input[data-most], .pick")].find((one) => one.checkVisibility());
    if (first?.matches("input")) first.focus();
  }

  if (form() && !form().checkVisibility()) addEventListener("load", begin);
  else begin();

  // A click on the focused number selects it, as a click on any other does.
  document.addEventListener("mousedown", (event) => {
    if (event.target === document.activeElement && event.target.dataset.fresh) event.preventDefault();
  });
  document.addEventListener("input", ({ target, isTrusted }) => isTrusted && delete target.dataset.fresh);
})();
