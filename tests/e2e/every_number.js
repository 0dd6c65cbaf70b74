// Taps numbers of up to four digits on one field of a hand's form, and answers what was not shown as it was tapped.
// Every number of so many digits as `reach` says, up to beyond the field's limit; of longer ones some.
// A number's taps are those of the number without its last digit and one more, so each is tapped once, from where that left off.
const [place, reach, first] = arguments;
const LONGEST = 4;
const form = () => document.querySelector("form.tally-form");
const fields = [...form().querySelectorAll("input[data-most]")];
const keys = Object.fromEntries([...form().querySelectorAll("[data-key]")].map((key) => [key.dataset.key, key]));
const send = form().querySelector("[data-send]");
const words = form().querySelector("[data-range]");
const values = () => fields.map((one) => one.value);
const active = () => fields.indexOf(document.activeElement);
const limit = ({ dataset: { least, most, step } }) => ({ least: Number(least ?? 0), most: Number(most), step: Number(step ?? 1) });
const faults = [];
let taps = 0;

function tap(key) {
  taps += 1;
  for (const kind of ["pointerdown", "pointerup", "click"]) {
    keys[key].dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true }));
  }
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
  if (!send.disabled) fault(`${field.value} can be sent`, typed);
  const isTold = words.checkVisibility() && words.textContent.includes(field.value) && words.textContent.includes(most);
  if (number > most && !isTold) fault(`no word of why ${field.value} cannot be: ${words.textContent}`, typed);
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

// Every digit where the number may still be right with one more, else a few.
function digitsAfter({ at, texts }, typed) {
  if (!typed) return first;
  const mayFollow = at === place && Number(texts[at]) * 10 <= limit(fields[at]).most;
  if (mayFollow && typed.length < reach) return "0123456789";
  if (typed.length < 3) return "07";
  return reach === 3 ? "057" : "5";
}

function walk(state, typed) {
  for (const digit of digitsAfter(state, typed)) {
    const after = tapDigit(state, digit, typed + digit);
    tapNext(after, `${typed + digit} Next`);
    if (typed.length + 1 < LONGEST) walk(after, typed + digit);
  }
}

const none = { at: place, texts: fields.map(() => "") };
restore(none);
tapNext({ ...none, hasGoneOn: false }, "Next");
walk(none, "");
return { taps, faults };
