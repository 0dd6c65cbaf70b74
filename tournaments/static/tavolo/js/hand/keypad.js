// A keypad for thumbs. A number that can have no further digit goes to the next field at once, others wait for Next.
// It is hidden for users of a keyboard, who press Tab and Enter. The last input decides this; before, the kind of device.
(() => {
  const form = () => document.querySelector("form.tally-form, form.hand-grid");
  const keypad = () => form()?.querySelector("[data-keys]");
  const inputs = () => [...(form()?.querySelectorAll("input[data-most]") ?? [])];
  const shown = () => inputs().filter((input) => input.checkVisibility());
  let current;
  // The last tap went to the next field by itself: a Next right after it does nothing.
  let hasGoneOn = false;
  let isAtChoice = false;

  const beside = (by) => {
    const all = shown();
    return all[all.indexOf(current) + by];
  };

  function nextEmpty() {
    const all = shown();
    const here = all.indexOf(current);
    return [...all.slice(here + 1), ...all.slice(0, here)].find((input) => !numbers.isDone(input));
  }

  // On a sheet of many hands Enter goes to the next field, and saves a full row.
  function goOn() {
    if (form().matches(".hand-grid")) {
      return !current.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    }
    return goTo(nextEmpty());
  }

  // After the numbers of a new hand, a choice that is still missing may be hidden behind the keypad.
  function goToChoice() {
    if (form().matches(".hand-grid") || current.defaultValue !== "") return false;
    const choice = numbers.missing(form()).find((one) => !("most" in one.dataset));
    isAtChoice = Boolean(choice);
    leaveRoom();
    (choice?.closest("fieldset") ?? choice)?.scrollIntoView({ block: "nearest" });
    return isAtChoice;
  }

  // Without `preventScroll` the browser would scroll the field to the middle of the screen.
  function goTo(input) {
    input?.focus({ preventScroll: true });
    return Boolean(input);
  }

  function changed() {
    delete current.dataset.fresh;
    delete current.dataset.ended;
    current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function type(digit) {
    current.value = current.dataset.fresh ? digit : current.value + digit;
    changed();
    if (!numbers.isComplete(current)) return;
    // When a stored hand is changed, every field is filled: go to the next line.
    hasGoneOn = goOn() || goToChoice() || (current.defaultValue !== "" && goTo(beside(1)));
  }

  // In an empty field, delete the last digit of the field before.
  function erase() {
    if (numbers.isBlank(current) && goTo(beside(-1))) delete current.dataset.fresh;
    current.value = current.dataset.fresh ? "" : current.value.slice(0, -1);
    changed();
  }

  function turnSign() {
    if (numbers.leastOf(current) >= 0) return;
    current.value = current.value.startsWith("-") ? current.value.slice(1) : `-${current.value}`;
    changed();
  }

  // After the last field, an impossible number is marked as wrong.
  function goNext() {
    if (numbers.isMissing(current) || goOn() || goToChoice() || goTo(beside(1))) return;
    current.dataset.ended = "yes";
    current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A tap beside the fields only removed the focus.
  let isReturning = false;
  function returnToField() {
    if (document.activeElement === current) return;
    isReturning = true;
    goTo(current);
    isReturning = false;
  }

  const topOfKeypad = () => keypad().getBoundingClientRect().top;

  function press(key) {
    const isRepeated = key === "next" && hasGoneOn;
    hasGoneOn = false;
    if (!current || isRepeated) return;
    isAtChoice = false;
    const before = topOfKeypad();
    returnToField();
    if (key === "next") goNext();
    else if (key === "back") erase();
    else if (key === "sign") turnSign();
    else type(key);
    if (!isAtChoice) bringIntoView(current);
    // Messages above the keypad do not move its keys.
    if (pinned()) scrollBy(0, topOfKeypad() - before);
  }

  function take(input) {
    current = input;
    isAtChoice = false;
    // The first digit replaces the stored number.
    if (input.value) input.dataset.fresh = "yes";
  }

  function usesKeys(uses) {
    try {
      if (uses !== undefined) sessionStorage.keys = Number(uses);
      if (sessionStorage.keys) return sessionStorage.keys === "1";
    } catch {
      // The browser does not allow storage: each page detects it again.
      if (uses !== undefined) return uses;
    }
    return !matchMedia("(pointer: coarse) and (hover: none)").matches;
  }

  function addSign() {
    if (keypad().querySelector("[data-key='sign']")) return;
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: "±" });
    key.ariaLabel = keypad().dataset.sign;
    key.dataset.key = "sign";
    keypad().append(key);
  }

  function showKeypad(uses) {
    const all = inputs();
    if (!keypad() || !all.length) return;
    const was = keypad().hidden;
    keypad().hidden = usesKeys(uses) || !shown().length;
    if (all.some((input) => numbers.leastOf(input) < 0)) addSign();
    // The phone's own keyboard would cover the lines.
    for (const input of all) input.setAttribute("inputmode", keypad().hidden ? "numeric" : "none");
    if (keypad().hidden !== was) document.dispatchEvent(new Event("keys:shown"));
  }

  // At the lower edge of a phone's screen the keys cover the lines.
  const pinned = () => [form()?.querySelector(".dock")].find((dock) => dock && getComputedStyle(dock).insetBlockEnd === "0px");

  function leaveRoom() {
    const head = form()?.querySelector(".tally-lines thead")?.offsetHeight ?? 0;
    document.documentElement.style.scrollPaddingBlock = pinned() ? `${head + 4}px ${pinned().offsetHeight + 4}px` : "";
  }

  // The label of a field may be in the row above it.
  const labelOf = (input) => input.closest("tr")?.previousElementSibling?.querySelector(".what")?.offsetHeight ?? 0;

  function bringIntoView(input) {
    leaveRoom();
    if (!keypad().hidden && !pinned()) keypad().scrollIntoView({ block: "nearest" });
    input.style.scrollMarginBlockStart = `${labelOf(input)}px`;
    input.scrollIntoView({ block: "nearest" });
  }

  // Messages above the keypad reduce the space of the lines.
  const grown = new ResizeObserver(() => {
    leaveRoom();
    if (current?.isConnected && current === document.activeElement && !isAtChoice) bringIntoView(current);
  });

  function begin() {
    leaveRoom();
    const all = shown();
    const first = all.find((input) => input === document.activeElement) ?? all.find((input) => !numbers.isDone(input)) ?? all[0];
    if (!keypad() || !first) return;
    // A page in the background gets no focus events.
    take(first);
    showKeypad();
    grown.disconnect();
    grown.observe(keypad().parentElement);
    // Do not focus a number if there are choices, faults or a comparison first.
    const top = form().querySelector("input[data-most], .pick");
    if (!top.matches("input") || form().querySelector(".faults, .matter")) return;
    current.focus({ preventScroll: true });
    current.select();
    bringIntoView(current);
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!inputs().includes(target)) return;
    if (isReturning) return bringIntoView(target);
    take(target);
    target.select();
    bringIntoView(target);
  });
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    if (!inputs().includes(target)) return;
    hasGoneOn = false;
    if (pointerType === "touch") showKeypad(false);
  });
  // A second simultaneous touch makes no click.
  let touched;
  document.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("[data-key]");
    touched = key;
    if (!key || event.button > 0) return;
    event.preventDefault();
    press(key.dataset.key);
  });
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]");
    if (key && key !== touched) press(key.dataset.key);
    touched = undefined;
  });
  document.addEventListener("keydown", (event) => {
    if (!inputs().includes(event.target)) return;
    if (/^\d$/.test(event.key)) showKeypad(true);
    if (event.key !== "Enter" || event.defaultPrevented) return;
    // All numbers are filled: a correction still needs its reason.
    const isMissing = numbers.isMissing(event.target);
    if (goTo(isMissing ? event.target : (nextEmpty() ?? form().querySelector(".why button")))) event.preventDefault();
  });
  // The first numbers may have been collapsed until now.
  document.addEventListener("toggle", () => {
    const [first] = shown();
    if (first && !current) take(first);
    showKeypad();
  }, { capture: true });
  document.addEventListener("table:shown", begin);
  document.addEventListener("rows:taken", () => {
    if (current && !current.isConnected) current = undefined;
    showKeypad();
  });
  // Safari runs scripts before the style sheets are loaded: until then no field is visible and positions are wrong.
  if (form() && !form().checkVisibility()) addEventListener("load", begin);
  else begin();
})();
