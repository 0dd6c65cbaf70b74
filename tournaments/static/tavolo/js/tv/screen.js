// A screen of the hall: asks what to show, turns the pages, and says how old it is when the server does not answer.
(() => {
  const PACE = 4000;
  const PATIENCE = 8000;
  const OLD = 15000;
  const words = document.body.dataset;
  const place = document.getElementById("main");
  const part = (id) => document.getElementById(id);
  const all = {};
  let [told, whole, pages, at] = [null, null, [], 0];
  let [shownAt, heardAt] = [performance.now(), performance.now()];

  function tell(id, text) {
    const node = part(id);
    if (node.textContent !== text) node.textContent = text;
    if (id !== "title") node.hidden = !text;
  }

  // What stands above a page decides how much room it has: it is said before anything is measured.
  function head({ title, sub = words.name }) {
    tell("title", title);
    tell("sub", sub);
  }

  const heightOf = (id) => part(id).offsetHeight;
  const isNamed = ({ title, sub }) => [title, sub].some((text) => text.includes(words.name));

  // Whose page it is, behind what is said of it where that takes no line more, or where the foot has no room for it.
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

  // Told of more pages than there will be, it takes as much room as it ever will.
  function foot(page, all, time) {
    const said = parts.say(words.page, { page, pages: all });
    tell("page", time ? `${said} · ${time}` : said);
  }

  // Or between the hour and the page, where it has room.
  function footName(page) {
    tell("whose", isNamed(page) ? "" : words.name);
    if (part("whose").scrollWidth > part("whose").clientWidth) tell("whose", "");
  }

  function pagesOf(name) {
    const made = parts.make(name, { told, whole, all });
    const sub = whose(made);
    const laid = made.rows && made.rows.length ? layOut(made.rows, place, made.least) : [];
    const bodies = made.lone ? [made.lone, ...laid] : laid;
    const height = place.clientHeight;
    return bodies.map((body, number) => ({ name, number, title: made.title, sub, body, height }));
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

  // After the power was away the address says where it was.
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
    foot(at + 1, pages.length, told.held ? words.held : within(pages.length * told.seconds, tellsNames()));
    footName(page);
    document.body.dataset.part = page.name;
    history.replaceState(null, "", `#${page.name}.${page.number}`);
    tickClock(told.clock);
    room.fit(place, page.body);
  }

  const tellsNames = () => pages.some(({ name }) => ["names", "tables", "standings"].includes(name));

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

  // By the time at which it was due, so that late looks at the clock do not add up beyond what is stated.
  function turnWhenDue(now) {
    const lasts = told.seconds * 1000;
    if (now - shownAt >= lasts) turn(1, now - shownAt < 2 * lasts ? shownAt + lasts : now);
  }

  function tellTime() {
    tell("hour", serverClock.hour(serverClock.now(), words.zone));
    tickClock(told && told.clock);
  }

  // A clock that says more than when the page was laid out may take a line of it.
  const lacksRoom = () => pages.length && place.clientHeight < pages[at].height;

  function tick() {
    const now = performance.now();
    tellTime();
    if (tellAge(now - heardAt) || lacksRoom()) build();
    if (told && !told.held && pages.length > 1) turnWhenDue(now);
  }

  function tickClock(clock) {
    const stands = clock && serverClock.read(clock);
    tell("left", stands ? serverClock.digits(stands.left) : "");
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
    tell("old", age < OLD ? "" : parts.say(said, { time, minutes }));
    return was !== part("old").hidden;
  }

  const known = () => ["people", "seats", "standings"].map((name) => (all[name] ? all[name].mark : "-"));

  async function fetchNews() {
    const patience = window.AbortController ? new AbortController() : {};
    const timeout = setTimeout(() => patience.abort && patience.abort(), PATIENCE);
    const asked = [whole ? whole.head : "-", ...known()].join(".");
    try {
      return await fetch(`${words.news}?known=${asked}&pages=${pages.length}`, { signal: patience.signal });
    } finally {
      clearTimeout(timeout);
    }
  }

  // Another page is loaded only once it is there: a browser's own error page would never ask again.
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

  // What the pages depend on: they are laid out again only where something of it has changed.
  const layout = () => {
    const { calls, message, held, seconds, clock } = told || {};
    const { shows, round, next } = whole || {};
    return JSON.stringify([calls, message, held, seconds, clock && clock.tables, shows, round, next, known()]);
  };

  // Whoever listens hears what is new, whatever page is shown, and nothing of pages that merely turn.
  function tellNews(known) {
    const fresh = parts.news({ told, whole, all }).filter((sentence) => !known.includes(sentence));
    if (fresh.length) part("told").textContent = fresh.join(". ");
  }

  function take(news) {
    const before = layout();
    const known = whole && parts.news({ told, whole, all });
    told = news;
    tell("message", news.message);
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
      // Out of reach for now: the screen says how old it is, and asks again.
    }
    setTimeout(again, PACE * (0.8 + 0.4 * Math.random()));
  }

  document.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowRight" || key === "PageDown") turn(1);
    if (key === "ArrowLeft" || key === "PageUp") turn(-1);
  });
  // A browser may ask before its style sheets are there, and be answered.
  for (const event of ["load", "resize"]) window.addEventListener(event, build);
  if (document.fonts) document.fonts.addEventListener("loadingdone", build);
  again();
  if (part("title")) setInterval(tick, 250);
})();
