// A keypad for thumbs: a number that can have no further digit goes on at once, others wait.
// Whoever has real keys goes on by Tab or Enter, and is shown none: what was used last tells, before that the kind of machine.
(() => {
  const form = () => document.querySelector("form.tally-form, form.hand-grid");
  const keypad = () => form()?.querySelector("[data-keys]");
  const inputs = () => [...(form()?.querySelectorAll("input[data-most]") ?? [])];
  let current;

  const isDone = (input) => input.value.trim() !== "" || input.placeholder !== "";
  const needsMore = (input) => input.checkVisibility() && !isDone(input);
  const isFull = ({ value, dataset }) => /^\d+$/.test(value) && (Number(value) === 0 || Number(value) * 10 > Number(dataset.most));
  const following = () => {
    const all = inputs().filter((input) => input.checkVisibility());
    const here = all.indexOf(current);
    return [...all.slice(here + 1), ...all.slice(0, here + 1)];
  };

  function onward() {
    const wanted = following().find(needsMore);
    wanted?.focus();
    return wanted;
  }

  // On a sheet of many hands Enter goes on, and saves a row that is full.
  function goOn() {
    if (!form().matches(".hand-grid")) return onward();
    return !current.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }

  function goBack() {
    const all = inputs().filter((input) => input.checkVisibility());
    all[all.indexOf(current) - 1]?.focus();
  }

  function type(key) {
    if (key === "back" && current.value === "") goBack();
    const fresh = current.dataset.fresh === "yes";
    if (key !== "back" && !fresh && isFull(current)) return;
    if (key === "back") current.value = fresh ? "" : current.value.slice(0, -1);
    else current.value = fresh ? key : current.value + key;
    delete current.dataset.fresh;
    current.dispatchEvent(new Event("input", { bubbles: true }));
    if (key === "back" || !isFull(current) || goOn()) return;
    // Where a hand that stands is changed, each number has one to replace: the next line's turn.
    if (current.defaultValue) inputs()[inputs().indexOf(current) + 1]?.focus();
  }

  function press(key) {
    if (key === "next") return goOn() || following()[0]?.focus();
    current.focus();
    type(key);
  }

  function take(input) {
    current = input;
    // The first digit over a number that stands there replaces it.
    if (input.value) input.dataset.fresh = "yes";
  }

  function usesKeys(uses) {
    try {
      if (uses !== undefined) sessionStorage.keys = Number(uses);
      if (sessionStorage.keys) return sessionStorage.keys === "1";
    } catch {
      // Nothing may be kept here: each page is asked again.
      if (uses !== undefined) return uses;
    }
    return !matchMedia("(pointer: coarse) and (hover: none)").matches;
  }

  function showKeypad(uses) {
    const all = inputs();
    if (!keypad() || !all.length) return;
    const was = keypad().hidden;
    keypad().hidden = usesKeys(uses);
    // A phone's own keyboard would lie over the lines.
    for (const input of all) input.setAttribute("inputmode", keypad().hidden ? "numeric" : "none");
    if (keypad().hidden !== was) document.dispatchEvent(new Event("keys:shown"));
  }

  function bringIntoView(input) {
    if (!keypad().hidden) keypad().scrollIntoView({ block: "nearest" });
    input.scrollIntoView({ block: "nearest" });
  }

  function begin() {
    const all = inputs();
    const first = all.find((input) => input === document.activeElement) ?? all.find(needsMore) ?? all[0];
    if (!keypad() || !first) return;
    // A page that is not in front yet hears nothing of its own focus.
    take(first);
    showKeypad();
    // Where parts are to be chosen first, faults read or hands compared, the numbers can wait.
    const top = form().querySelector("input[data-most], .pick");
    if (!top.matches("input") || form().querySelector(".faults, .matter")) return;
    current.focus({ preventScroll: true });
    current.select();
    bringIntoView(current);
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!inputs().includes(target)) return;
    take(target);
    target.select();
    bringIntoView(target);
  });
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    if (pointerType === "touch" && inputs().includes(target)) showKeypad(false);
  });
  document.addEventListener("pointerdown", (event) => event.target.closest("[data-key]") && event.preventDefault());
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (key && current) press(key);
  });
  document.addEventListener("keydown", (event) => {
    if (!inputs().includes(event.target)) return;
    if (/^\d$/.test(event.key)) showKeypad(true);
    if (event.key !== "Enter" || event.defaultPrevented) return;
    // Nothing is missing: a correction still needs its reason.
    const next = onward() ?? form().querySelector(".why button");
    next?.focus();
    if (next) event.preventDefault();
  });
  document.addEventListener("table:shown", begin);
  document.addEventListener("rows:taken", () => {
    if (current && !current.isConnected) current = undefined;
    showKeypad();
  });
  // Safari runs scripts before the style sheets are there: until then no field can be seen, and nothing has its place.
  if (form() && !form().checkVisibility()) addEventListener("load", begin);
  else begin();
})();
