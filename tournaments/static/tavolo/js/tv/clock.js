// The server's time, and the time left of the round.
// These scripts run on televisions of 2020 (Chromium 68): no ?., ?? or replaceChildren.
const serverClock = (() => {
  const SAMPLES = 10;
  const ahead = [];

  // The server sends whole seconds, delayed by the network: the greatest of the last answers is the most exact.
  function hear(answer) {
    const at = Date.parse(answer.headers.get("Date"));
    if (Number.isNaN(at)) return;
    ahead.push(at - performance.now());
    if (ahead.length > SAMPLES) ahead.shift();
  }

  const now = () => (ahead.length ? performance.now() + Math.max(...ahead) : Date.now());

  function hour(moment, zone) {
    const form = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone };
    return new Intl.DateTimeFormat("en-GB", form).format(moment);
  }

  function read(clock) {
    const since = clock.since && Date.parse(clock.since);
    const left = Math.max(0, clock.left - (since ? Math.max(0, now() - since) : 0));
    return { left, since, end: since + clock.left + 999, state: stateOf(clock, since, left) };
  }

  function stateOf(clock, since, left) {
    if (since > now()) return "waiting";
    if (!left) return "over";
    if (!since) return "paused";
    return left <= clock.warning ? "soon" : "until";
  }

  function digits(left) {
    const seconds = Math.ceil(left / 1000);
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const pad = (number) => String(number).padStart(2, "0");
    return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
  }

  return { hear, now, hour, read, digits };
})();
