// What somebody types is theirs: whether there is any.
const typed = (() => {
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

  return { forms };
})();
