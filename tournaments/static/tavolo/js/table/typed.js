// What somebody types is theirs: whether there is any, and how it comes back after other pages.
const typed = (() => {
  const STORE = "tavolo-typed";
  const handForm = () => document.querySelector("form[data-journal=tally]");
  const isTick = ({ type }) => type === "radio" || type === "checkbox";
  const usualOf = (select) => Math.max(0, [...select.options].findIndex((one) => one.defaultSelected));

  function isChanged(field) {
    if (field.options) return field.selectedIndex !== usualOf(field);
    return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }

  const isAt = (form) =>
    "typed" in form.dataset || [...form.querySelectorAll("input, select, textarea")].some(isChanged);

  // The forms that somebody is at: not that of the hand that has just arrived, nor one put away.
  const forms = (arrived) =>
    [...document.querySelectorAll("#table form")].filter(
      (form) => !form.hidden && form.dataset.hand !== String(arrived) && isAt(form),
    );

  const handOf = ({ action, dataset: { round, table } }) => [action, round, table].join(" ");
  const versionOf = ({ dataset: { purpose }, elements: { replaces, locked } }) =>
    [purpose, replaces?.value, locked?.value].join(" ");

  // A PIN is somebody else's secret, and stays in its field.
  function keep() {
    const form = handForm();
    if (!forms().includes(form)) return;
    const fields = [...form.querySelectorAll("input:not([type=hidden], [name=pin]), select, textarea")];
    const numbers = fields.filter((one) => "most" in one.dataset).map((one) => one.value || one.placeholder);
    const kept = {
      hand: handOf(form),
      version: versionOf(form),
      number: form.dataset.hand,
      said: numbers.filter(Boolean).join(" · "),
      fields: fields.map(({ name, value, checked }) => ({ name, value, checked })),
    };
    sessionStorage.setItem(STORE, JSON.stringify(kept));
  }

  function put(form, { name, value, checked }) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (!isTick(field)) field.value = value;
      else if (field.value === value) field.checked = checked;
    }
  }

  // What was kept goes back into its hand, and what cannot is told: the hand is another one by now.
  function fill() {
    const kept = JSON.parse(sessionStorage.getItem(STORE));
    const form = handForm();
    if (!kept || !form || handOf(form) !== kept.hand) return kept && { ...kept, state: "kept" };
    sessionStorage.removeItem(STORE);
    if (versionOf(form) !== kept.version) return { ...kept, state: "changed" };
    kept.fields.forEach((field) => put(form, field));
    return null;
  }

  return { forms, keep, fill, found: fill() };
})();
