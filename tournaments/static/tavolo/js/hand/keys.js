// At the desk, by keys: where nothing is missing, a sum that is wrong is looked for line by line, and a correction goes
// through its lines to its reason. Where a number is missing keypad.js goes on to it.
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

  // In front of keypad.js, which leaves to others what they have prevented.
  function goOn(event) {
    const next = event.key === "Enter" && form()?.contains(event.target) && after(event.target);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  document.addEventListener("keydown", goOn, true);

  // Where a game begins with what is counted no field is ready: where there are keys the first one is, unless something
  // is to be chosen or read before.
  function begin() {
    const isTouched = matchMedia("(pointer: coarse) and (hover: none)").matches;
    if (!form() || isTouched || document.activeElement !== document.body || form().querySelector(".faults, .matter")) return;
    const first = [...form().querySelectorAll("input[data-most], .pick")].find((one) => one.checkVisibility());
    if (first?.matches("input")) first.focus();
  }

  if (form() && !form().checkVisibility()) addEventListener("load", begin);
  else begin();

  // A click on the number that has the focus leaves it to be replaced, as one on any other does.
  document.addEventListener("mousedown", (event) => {
    if (event.target === document.activeElement && event.target.dataset.fresh) event.preventDefault();
  });
  document.addEventListener("input", ({ target, isTrusted }) => isTrusted && delete target.dataset.fresh);
})();
