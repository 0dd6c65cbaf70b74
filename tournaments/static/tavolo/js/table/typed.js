// Detects what somebody has typed, and restores it after the page was replaced.
const typed = (() => {
  const STORE = "tavolo-typed";
  const handForm = () => document.querySelector("form[data-journal=tally]");
  const isTick = ({ type }) => type === "radio" || type === "checkbox";
  const usualOf = (select) => Math.max(0, [...select.options].findIndex((one) => one.defaultSelected));

  function isChanged(field) {
    if (field.options) return field.selectedIndex !== usualOf(field);
    return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }

  // The focused field may have an open keyboard.
  let tapped;
  document.addEventListener("pointerdown", ({ target }) => (tapped = target));
  const isTapped = (form) => form.contains(tapped) && tapped === document.activeElement;

  const isAt = (form) =>
    "typed" in form.dataset || isTapped(form) || [...form.querySelectorAll("input, select, textarea")].some(isChanged);

  // The forms in use: not the form of the hand that has just been stored, nor a hidden one.
  const forms = (arrived) =>
    [...document.querySelectorAll("#table form")].filter(
      (form) => !form.hidden && form.dataset.hand !== String(arrived) && isAt(form),
    );

  const handOf = ({ action, dataset: { round, table } }) => [action, round, table].join(" ");
  const versionOf = ({ dataset: { purpose }, elements: { replaces, locked } }) =>
    [purpose, replaces?.value, locked?.value].join(" ");

  // A PIN is another person's secret and is not copied.
  function keep() {
    const form = handForm();
    if (!forms().includes(form)) return;
    const fields = [...form.querySelectorAll("input:not([type=hidden], [name=pin]), select, textarea")];
    const numbers = fields.filter((one) => "most" in one.dataset).map((one) => one.value || one.placeholder);
    const draft = {
      hand: handOf(form),
      version: versionOf(form),
      number: form.dataset.hand,
      said: numbers.filter(Boolean).join(" · "),
      fields: fields.map(({ name, value, checked }) => ({ name, value, checked })),
    };
    sessionStorage.setItem(STORE, JSON.stringify(draft));
  }

  function put(form, { name, value, checked }) {
    for (const field of form.querySelectorAll(`:is(input:not([type=hidden]), select, textarea)[name="${name}"]`)) {
      if (!isTick(field)) field.value = value;
      else if (field.value === value) field.checked = checked;
    }
  }

  // Restores the draft of this hand, or says why it cannot: the hand has changed since.
  function fill() {
    const draft = JSON.parse(sessionStorage.getItem(STORE));
    const form = handForm();
    if (!draft || !form || handOf(form) !== draft.hand) return draft && { ...draft, state: "kept" };
    sessionStorage.removeItem(STORE);
    if (versionOf(form) !== draft.version) return { ...draft, state: "changed" };
    draft.fields.forEach((field) => put(form, field));
    return null;
  }

  // Puts an entry of the journal, which lacks what was not ticked, into its form.
  function restore(form, body) {
    form.reset();
    for (const [name, value] of body) put(form, { name, value, checked: true });
    document.dispatchEvent(new Event("table:shown"));
  }

  return { forms, keep, fill, restore, restored: fill() };
})();
