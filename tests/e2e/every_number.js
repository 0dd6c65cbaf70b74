// Taps every number of up to four digits on one field of a hand's form, and answers what was not shown as it was tapped.
// A number's taps are those of the number without its last digit and one more, so each is tapped once, from where that left off.
const [place, longest, first] = arguments;
const form = () => document.querySelector("form.tally-form");
const fields = [...form().querySelectorAll("input[data-most]")].filter((one) => one.checkVisibility());
const keys = Object.fromEntries([...form().querySelectorAll("[data-key]")].map((key) => [key.dataset.key, key]));
const values = () => fields.map((one) => one.value);
const active = () => fields.indexOf(document.activeElement);
const limit = ({ dataset: { least, most, step } }) => ({ least: Number(least ?? 0), most: Number(most), step: Number(step ?? 1) });
const faults = [];

function tap(key) {
  keys[key].dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
  keys[key].dispatchEvent(new PointerEvent("pointerup", { bubbles: true, cancelable: true }));
  keys[key].dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true }));
}

function restore({ texts, at }) {
  fields.forEach((one, index) => (one.value = texts[index]));
  if (active() !== at) fields[at].focus();
  for (const one of fields) delete one.dataset.fresh;
}

// As many digits as can follow: none where each would be too much.
const isComplete = (field) => {
  const { least, most, step } = limit(field);
  const number = Number(field.value);
  return number >= least && number <= most && number % step === 0 && (number === 0 || number * 10 > most);
};

function fault(text, typed) {
  if (faults.length < 20) faults.push(`${fields[place].name} ${typed}: ${text}`);
}

function tapDigit(state, digit, typed) {
  restore(state);
  tap(digit);
  const { at, texts } = state;
  const wanted = texts.map((text, index) => (index === at ? text + digit : text));
  if (String(values()) !== String(wanted)) fault(`shown ${values()} and not ${wanted}`, typed);
  const now = active();
  if (now !== at && !isComplete(fields[at])) fault(`went on from ${fields[at].value}`, typed);
  if (now !== at && fields[now].value !== "") fault("went on to a field that is not empty", typed);
  tellsWhy(fields[at], typed);
  return { at: now, texts: values(), hasGoneOn: now !== at };
}

function tellsWhy(field, typed) {
  const { least, most, step } = limit(field);
  const number = Number(field.value);
  if (number <= most && (number >= least || number * 10 <= most) && number % step === 0) return;
  if (!form().querySelector("[data-send]").disabled) fault(`${field.value} can be sent`, typed);
  const words = form().querySelector("[data-range]");
  if (number > most && !(words.checkVisibility() && words.textContent.includes(field.value) && words.textContent.includes(most)))
    fault(`no word of why ${field.value} cannot be: ${words.textContent}`, typed);
}

// From where a number was tapped: an automatic step is not made twice, and no empty field is passed.
function tapNext({ at, texts, hasGoneOn }, typed) {
  const before = fields.map((one) => one.value || one.placeholder);
  tap("next");
  const now = active();
  if (String(values()) !== String(texts)) fault(`Next made ${values()} of ${texts}`, typed);
  if (hasGoneOn && now !== at) fault("Next after an automatic step went on", typed);
  for (let index = at; index !== now; index = (index + 1) % fields.length)
    if (before[index] === "" && "needed" in fields[index].dataset) fault(`Next passed the empty ${fields[index].name}`, typed);
}

const isShort = (typed) => typed.length < 2;

function walk(state, typed) {
  for (const digit of typed ? "0123456789" : first) {
    const after = tapDigit(state, digit, typed + digit);
    if (isShort(typed) || digit === "7") tapNext(after, `${typed + digit} Next`);
    if (typed.length + 1 < longest) walk(after, typed + digit);
  }
}

const none = { at: place, texts: fields.map(() => "") };
restore(none);
tapNext({ ...none, hasGoneOn: false }, "Next");
walk(none, "");
return faults;
