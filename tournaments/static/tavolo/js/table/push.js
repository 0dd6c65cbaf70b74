// The offer of push messages: subscribes at the browser's push service after a tap, and sends the subscription.
let subscribed;
const PATIENCE = 15_000;
const late = () => new Promise((_done, fail) => setTimeout(fail, PATIENCE));

async function subscribe({ pushManager }, applicationServerKey) {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (fault) {
    // A subscription made with another key is no longer valid.
    const old = await pushManager.getSubscription();
    if (!old) throw fault;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function send(form, fields = {}) {
  const body = new URLSearchParams({ ...Object.fromEntries(new FormData(form)), ...fields });
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.ok) return;
  // A busy server or a proxy answers without problems in JSON.
  const reply = await answer?.json().catch(() => null);
  throw new Error(reply?.problems.join(" ") ?? document.getElementById("line").dataset.unsent);
}

async function begin(form, registration, { key, denied, failed }) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(denied);
  const made = await Promise.race([subscribe(registration, key), late()]).catch(() => Promise.reject(new Error(failed)));
  const { endpoint, keys } = made.toJSON();
  await send(form, { endpoint, ...keys });
}

async function end(form, registration) {
  await send(form);
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

export async function show(section, registration) {
  const [ask, stop] = section.querySelectorAll("form");
  const status = section.querySelector("[role=status]");
  const has = await registration.pushManager.getSubscription();
  if (!has || subscribed === undefined) subscribed = Boolean(has) && "subscribed" in section.dataset;

  function turn(now) {
    subscribed = now;
    [ask.hidden, stop.hidden] = [subscribed, !subscribed];
    section.hidden = !subscribed && Notification.permission === "denied" && status.hidden;
  }

  function say(words) {
    status.hidden = !words;
    status.textContent = words;
  }

  function act(form, work, now) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      button.disabled = true;
      say(section.dataset.asking);
      const fault = await work(form, registration, section.dataset).catch((why) => why.message);
      say(fault ?? "");
      if (!fault) turn(now);
      button.disabled = false;
    });
  }
  act(ask, begin, true);
  act(stop, end, false);
  turn(subscribed);
}
