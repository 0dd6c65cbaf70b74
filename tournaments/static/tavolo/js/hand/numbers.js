// The value of a number field, whether it is possible, and whether another digit could follow.
const numbers = (() => {
  const isBlank = ({ value }) => value.trim() === "";
  const valueOf = ({ value }) => (/^\s*[-−]?\d{1,9}\s*$/.test(value) ? Number(value.replace("−", "-")) : null);
  const mostOf = ({ dataset }) => Number(dataset.most);
  const leastOf = ({ dataset }) => Number(dataset.least ?? 0);
  const stepOf = ({ dataset }) => Number(dataset.step ?? 1);

  const isInRange = (number, field) => number !== null && number >= leastOf(field) && number <= mostOf(field);
  const accepts = (field, number = valueOf(field)) => isInRange(number, field) && number % stepOf(field) === 0;

  const hasNoRoom = (field, number) => number * 10 > mostOf(field) || number * 10 < leastOf(field);
  const isComplete = (field) => accepts(field) && (valueOf(field) === 0 || hasNoRoom(field, valueOf(field)));
  const isSign = (field) => leastOf(field) < 0 && /^\s*[-−]\s*$/.test(field.value);

  // The beginning of a possible number is not wrong while it is typed.
  function isWrong(field) {
    if (isBlank(field) || accepts(field)) return false;
    if (field !== document.activeElement || field.dataset.ended) return true;
    const number = valueOf(field);
    return number === null ? !isSign(field) : number * 10 > mostOf(field) || number * 10 < Math.min(leastOf(field), 0);
  }

  const isDone = (field) => !isBlank(field) || field.placeholder !== "";
  const isMissing = (field) => "needed" in field.dataset && !isDone(field);

  function isUnsaid(one, form) {
    const { chosen, instead } = one.dataset;
    if (instead && [...form.querySelectorAll(instead)].some((input) => !isBlank(input))) return false;
    if (chosen) return !form.querySelector(`${chosen}:checked`);
    return "most" in one.dataset ? isMissing(one) : isBlank(one);
  }

  const missing = (form) =>
    [...form.querySelectorAll("[data-needed], [data-chosen]")].filter((one) => one.checkVisibility() && isUnsaid(one, form));

  const fault = (field, { range, multiple }) =>
    (isInRange(valueOf(field), field) ? multiple : range)
      .replace("%number%", field.value.trim())
      .replace("%least%", leastOf(field))
      .replace("%most%", mostOf(field))
      .replace("%step%", stepOf(field));

  return { isBlank, valueOf, leastOf, accepts, isComplete, isWrong, isDone, isMissing, missing, fault };
})();
