// Draws attention to the desk by a sound, which can be muted, and a mark in the tab's title.
(() => {
  const button = document.getElementById("sound");
  if (!button) return;
  const MUTED = "tavolo-muted";
  const SEEN = `tavolo-seen-${location.pathname.match(/^\/tournaments\/[-\w]+/)}`; // for all its pages
  const HEARD = "tavolo-heard";
  const SOON = 10_000; // milliseconds in which a second page of the same browser stays silent
  // Pairs of a pitch in hertz and a length in seconds.
  const TUNES = { call: [[880, 0.18], [660, 0.18], [880, 0.3]], soon: [[523, 0.5]], over: [[660, 0.3], [523, 0.3], [392, 0.7]] };
  const MARKS = { soon: "⏳ ", over: "⏰ " };
  const liveStatus = document.getElementById("live-status");
  const plain = document.title.replace(/^\(\d+\) /, "");
  const matters = () => [...document.querySelectorAll("[data-alarm]")];
  const clock = () => document.querySelector(".clock:not([hidden])")?.dataset ?? {};
  const isMuted = () => localStorage.getItem(MUTED) !== null;
  // Pages other than the desk know the notices after their first request.
  const hasAsked = () => document.getElementById("watch")?.dataset.heard !== undefined || !document.getElementById("watch");
  const audio = new AudioContext();
  const seen = new Set(JSON.parse(sessionStorage.getItem(SEEN) ?? "[]"));

  function play(tune) {
    if (isMuted() || audio.state !== "running") return false;
    let at = audio.currentTime + 0.02;
    for (const [pitch, length] of TUNES[tune]) {
      const [voice, gain] = [audio.createOscillator(), audio.createGain()];
      voice.frequency.value = pitch;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(0.4, at + 0.02);
      gain.gain.linearRampToValueAtTime(0, at + length);
      voice.connect(gain).connect(audio.destination);
      voice.start(at);
      voice.stop((at += length));
    }
    button.dataset.played = tune;
    return true;
  }

  // Browsers allow sound only after a tap: until then the switch says so.
  function showSwitch() {
    const state = isMuted() ? "off" : audio.state === "running" ? "on" : "asleep";
    button.dataset.state = state;
    button.querySelector("span").textContent = button.dataset[state];
    button.hidden = false;
  }

  function showTitle() {
    const count = matters().length;
    const title = `${count ? `(${count}) ` : ""}${MARKS[clock().state] ?? ""}${plain}`;
    if (document.title !== title) document.title = title;
  }

  function isHeardElsewhere(key) {
    const [other, at] = (localStorage.getItem(HEARD) ?? "").split(" ");
    return other === key && Date.now() - Number(at) < SOON;
  }

  function once(key, tune, words) {
    if (seen.has(key)) return;
    seen.add(key);
    if (!isHeardElsewhere(key) && play(tune)) localStorage.setItem(HEARD, `${key} ${Date.now()}`);
    liveStatus.textContent = words;
  }

  const words = (one) => (one.querySelector("strong, h2") ?? one).textContent.trim();

  function look() {
    const { state, round } = clock();
    const standing = new Set(matters().map((one) => one.dataset.alarm));
    for (const one of matters()) once(one.dataset.alarm, "call", words(one));
    const time = `time-${round}-${state}`;
    if (state in MARKS) once(time, state, document.querySelector(".clock:not([hidden])").textContent.trim());
    const isPast = (key) => (key.startsWith("time-") ? state && key !== time : hasAsked() && !standing.has(key));
    for (const key of seen) if (isPast(key)) seen.delete(key);
    sessionStorage.setItem(SEEN, JSON.stringify([...seen]));
    showTitle();
  }

  const wake = () => audio.state === "suspended" && audio.resume();
  button.addEventListener("click", () => {
    if (isMuted()) localStorage.removeItem(MUTED);
    else if (button.dataset.state === "on") localStorage.setItem(MUTED, "yes");
    wake();
    showSwitch();
    play("soon");
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake);
  audio.addEventListener("statechange", showSwitch);
  document.addEventListener("parts:shown", look);
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
  showSwitch();
  look();
  // The focused number field may be below the notices: scroll up to show these first.
  if (matters().length) addEventListener("load", () => requestAnimationFrame(() => scrollTo(0, 0)));
})();
