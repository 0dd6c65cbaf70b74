// A hall screen: fetches what to show, turns the pages, and shows its age when the server does not answer.
(() => {
  const PACE = 4000;
  const PATIENCE = 8000;
  const OLD = 15000;
  const words = document.body.dataset;
  const place = document.getElementById("main");
  const part = (id) => document.getElementById(id);
  const all = {};
  let [state, whole, pages, at, space] = [null, null, [], 0, ""];
  let [shownAt, heardAt] = [performance.now(), performance.now()];

  function setText(id, text) {
    const node = part(id);
    if (node.textContent !== text) node.textContent = text;
    if (id !== "title") node.hidden = !text;
  }

  // Content above a page reduces its space, so it is set before anything is measured.
  function head({ title, sub = words.name }) {
    setText("title", title);
    setText("sub", sub);
  }

  const heightOf = (id) => part(id).offsetHeight;
  const isNamed = ({ title, sub }) => [title, sub].some((text) => text.includes(words.name));

  // The name of the tournament is after the subtitle if it fits on that line, or if the foot has no space.
  function whose(made) {
    head(made);
    const { title, sub = words.name } = made;
    const lines = heightOf("sub");
    if (isNamed({ title, sub })) return sub;
    const both = `${sub} · \u2068${words.name}\u2069`;
    head({ title, sub: both });
    if (heightOf("sub") === lines) return both;
    footName({ title, sub });
    if (!part("whose").hidden) head(made);
    return part("whose").hidden ? both : sub;
  }

  // The foot is measured with more pages than there will be, so that it has its greatest height.
  function foot(page, all, time) {
    const said = parts.say(words.page, { page, pages: all });
    setText("page", time ? `${said} · ${time}` : said);
  }

  // Otherwise between the time and the page, if there is space.
  function footName(page) {
    setText("whose", isNamed(page) ? "" : words.name);
    if (part("whose").scrollWidth > part("whose").clientWidth) setText("whose", "");
  }

  function pagesOf(name) {
    const made = parts.make(name, { state, whole, all });
    const sub = whose(made);
    const laid = made.rows && made.rows.length ? layOut(made.rows, place, made.least) : [];
    const bodies = made.lone ? [made.lone, ...laid] : laid;
    const sheets = made.sheets || bodies.map((body) => ({ title: made.title, body }));
    if (made.sheets) space = inLetters();
    const height = place.clientHeight;
    return sheets.map((sheet, number) => ({ ...sheet, name, number, sub, height }));
  }

  // The room below the title, for which the server draws pictures.
  function inLetters() {
    const size = parseFloat(getComputedStyle(place).fontSize);
    return [place.clientWidth, place.clientHeight].map((pixels) => Math.floor((pixels / size) * 10) / 10).join("x");
  }

  const empty = () => [{ name: "empty", number: 0, title: words.name, sub: "", body: parts.lone([whole.round], "next") }];

  function build() {
    if (!whole) return;
    const { name, number } = pages[at] || fromAddress();
    place.textContent = "";
    tellTime();
    room.leave([part("message"), part("old")]);
    foot(888, 888, within(5999, true));
    pages = [].concat(...whole.shows.map(pagesOf));
    if (!pages.length) pages = empty();
    const same = pages.filter((page) => page.name === name);
    const now = same.find((page) => page.number === number) || same[same.length - 1] || pages[0];
    show(pages.indexOf(now));
  }

  // After a power cut the address says which page was shown.
  function fromAddress() {
    const [name, number] = location.hash.slice(1).split(".");
    return { name, number: Number(number) };
  }

  function show(index) {
    at = (index + pages.length) % pages.length;
    const page = pages[at];
    head(page);
    place.textContent = "";
    place.appendChild(page.body);
    foot(at + 1, pages.length, state.held ? words.held : within(pages.length * state.seconds, showsNames()));
    footName(page);
    document.body.dataset.part = page.name;
    history.replaceState(null, "", `#${page.name}.${page.number}`);
    tickClock(state.clock);
    room.fit(place, page.body);
  }

  const showsNames = () => pages.some(({ name }) => ["names", "tables", "standings", "tree", "season"].includes(name));

  function within(seconds, named) {
    if (!named) return "";
    const minutes = Math.floor(seconds / 60);
    const time = parts.say(minutes ? words.time : words.seconds, { minutes, seconds: seconds % 60 });
    return parts.say(words.turn, { time });
  }

  function turn(by, now = performance.now()) {
    shownAt = now;
    if (pages.length) show(at + by);
  }

  // Counts from the time at which the page was due, so that delays do not add up.
  function turnWhenDue(now) {
    const lasts = state.seconds * 1000;
    if (now - shownAt >= lasts) turn(1, now - shownAt < 2 * lasts ? shownAt + lasts : now);
  }

  function tellTime() {
    setText("hour", serverClock.hour(serverClock.now(), words.zone));
    tickClock(state && state.clock);
  }

  // A longer text of the clock may take a line from the page.
  const lacksRoom = () => pages.length && place.clientHeight < pages[at].height;

  function tick() {
    const now = performance.now();
    tellTime();
    if (tellAge(now - heardAt) || lacksRoom()) build();
    if (state && !state.held && pages.length > 1) turnWhenDue(now);
  }

  function tickClock(clock) {
    const stands = clock && serverClock.read(clock);
    setText("left", stands ? serverClock.digits(stands.left) : "");
    if (stands) part("left").dataset.state = stands.state;
    const lines = place.querySelectorAll(".lone.clock p");
    if (!stands || !lines.length) return;
    const times = { start: serverClock.hour(stands.since, words.zone), time: serverClock.hour(stands.end, words.zone) };
    const said = [serverClock.digits(stands.left), parts.say(words[stands.state], times)];
    lines.forEach((line, number) => line.textContent !== said[number] && (line.textContent = said[number]));
    room.fit(place, lines[0].parentNode);
  }

  function tellAge(age) {
    const was = part("old").hidden;
    const minutes = Math.floor(age / 60000);
    const said = [words.old, words.oldOne][minutes] || words.oldMany;
    const time = serverClock.hour(serverClock.now() - age, words.zone);
    setText("old", age < OLD ? "" : parts.say(said, { time, minutes }));
    return was !== part("old").hidden;
  }

  const known = () => ["people", "seats", "standings", "tree", "season"].map((name) => (all[name] ? all[name].mark : "-"));

  async function fetchNews() {
    const patience = window.AbortController ? new AbortController() : {};
    const timeout = setTimeout(() => patience.abort && patience.abort(), PATIENCE);
    const asked = [whole ? whole.head : "-", ...known()].join(".");
    try {
      return await fetch(`${words.news}?known=${asked}&pages=${pages.length}&room=${space}`, { signal: patience.signal });
    } finally {
      clearTimeout(timeout);
    }
  }

  // Navigates only if the server answers: the browser's own error page would never ask again.
  async function goOn(address) {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    return answer.url === location.href.split("#")[0] ? location.reload() : location.replace(answer.url);
  }

  async function follow() {
    const answer = await fetchNews();
    if (!answer.ok) return null;
    serverClock.hear(answer);
    const news = await answer.json();
    if (news.frame !== words.frame) return goOn(news.frame === null ? words.open : location.href);
    heardAt = performance.now();
    return place && take(news);
  }

  // The state that the layout depends on: pages are laid out again only if it has changed.
  const layout = () => {
    const { calls, message, held, seconds, clock } = state || {};
    const { shows, round, next } = whole || {};
    return JSON.stringify([calls, message, held, seconds, clock && clock.tables, shows, round, next, known()]);
  };

  // Screen readers hear the news on any page, but nothing when pages turn.
  function tellNews(known) {
    const fresh = parts.news({ state, whole, all }).filter((sentence) => !known.includes(sentence));
    if (fresh.length) part("live-status").textContent = fresh.join(". ");
  }

  function take(news) {
    const before = layout();
    const known = whole && parts.news({ state, whole, all });
    state = news;
    setText("message", news.message);
    for (const [name, fresh] of Object.entries(news.parts || {})) if (Object.keys(fresh).length > 1) all[name] = fresh;
    if (news.parts) whole = news;
    if (known) tellNews(known);
    if (layout() !== before) build();
    tick();
  }

  async function again() {
    try {
      await follow();
    } catch (_away) {
      // The server is out of reach: the screen shows its age and asks again.
    }
    setTimeout(again, PACE * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight" || key === "PageDown") turn(1);
    if (key === "ArrowLeft" || key === "PageUp") turn(-1);
  });
  // The answer may arrive before the style sheets are loaded.
  for (const event of ["load", "resize"]) window.addEventListener(event, build);
  if (document.fonts) document.fonts.addEventListener("loadingdone", build);
  again();
  if (part("title")) setInterval(tick, 250);
})();
