// The parts of the screen as rows with a title: seats, standings, the season, calls.
const parts = (() => {
  const words = document.body.dataset;
  const COLUMN = { names: 11, tables: 10, standings: 11, season: 11, calls: 9, clock: 14 };

  const PADDED = { place: 0.45, no: 0.5 };

  const say = (text, values) => text.replace(/%(\w+)%/g, (_all, name) => values[name]);

  // Each cell is text whose direction is isolated.
  function row(cells, group) {
    const made = document.createElement("li");
    for (const [name, text] of Object.entries(cells)) {
      const cell = document.createElement("bdi");
      cell.className = name;
      cell.textContent = text;
      made.appendChild(cell);
    }
    made.group = group;
    return made;
  }

  // Numbers before the names are as wide as the longest, so that names are aligned. Numbers after them take what they need:
  // the name has the rest and wraps less often.
  function aligned(rows) {
    for (const name of Object.keys(PADDED)) {
      const cells = rows.map((one) => one.querySelector(`.${name}:first-child`)).filter(Boolean);
      const longest = Math.max(0, ...cells.map((cell) => cell.textContent.length));
      for (const cell of cells) cell.style.minWidth = `calc(${longest}ch + ${PADDED[name]}em)`;
    }
    return rows;
  }

  function namesByNumber(people) {
    const names = new Map();
    for (const [number, name, place] of people.rows) {
      const partners = names.get(number) || [];
      partners[place || 0] = name;
      names.set(number, partners);
    }
    return (number) => (names.get(number) || []).join(" – ");
  }

  function byName({ people, seats }) {
    const tables = new Map();
    for (const [table, numbers] of seats.tables) numbers.forEach((number) => tables.set(number, table));
    seats.out.forEach((number) => tables.set(number, null));
    return people.rows
      .filter(([number]) => tables.has(number))
      .map(([number, who]) => {
        const table = tables.get(number);
        return table === null ? row({ who, out: words.out }) : row({ who, no: table });
      });
  }

  function byTable({ people, seats }) {
    const name = namesByNumber(people);
    const rows = [];
    for (const [table, numbers] of seats.tables) {
      const own = numbers.map((number) => row({ no: table, who: name(number) }, table));
      own[0].classList.add("first");
      rows.push(...own);
    }
    for (const number of seats.out) rows.push(row({ who: name(number), out: words.out }));
    return rows;
  }

  function ranked({ people, standings }) {
    const name = namesByNumber(people);
    const kinds = words.kinds.split("|");
    return standings.rows.map(([number, place, score, kind]) => {
      const who = kind ? `${name(number)} (${kinds[kind - 1]})` : name(number);
      return row({ place: place === null ? "–" : place, who, score });
    });
  }

  // A page of the tree, which the server draws for the room of this screen.
  function picture(svg) {
    const made = document.createElement("div");
    made.className = "lone tree";
    made.appendChild(document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));
    return made;
  }

  const ofSeason = ({ season }) =>
    season.rows.map(([who, place, score]) => row({ place: place === null ? "–" : place, who, score }));

  const called = (calls) =>
    calls.map(([table, time]) =>
      row({ who: say(words.table, { table }), since: say(words.since, { time }) }),
    );

  const moreTime = (clock) =>
    clock.tables.map(({ table, beyond }) => {
      const minutes = Math.ceil(beyond / 60000);
      return row({ who: say(words.own, { table, minutes }) });
    });

  function lone(sentences, kind) {
    const made = document.createElement("div");
    made.className = `lone ${kind}`;
    for (const sentence of sentences) {
      const line = document.createElement("p");
      line.textContent = sentence;
      made.appendChild(line);
    }
    return made;
  }

  const MADE = {
    names: ({ all }) => ({ title: all.seats.by_name, rows: aligned(byName(all)) }),
    tables: ({ all }) => ({ title: all.seats.by_table, rows: aligned(byTable(all)) }),
    standings: ({ all }) => ({
      title: all.standings.title,
      sub: [all.standings.score, all.state.text.replace(/\.$/, "")].join(" · "),
      rows: aligned(ranked(all)),
    }),
    tree: ({ all }) => ({
      title: all.tree.pages.map(([title]) => title).reduce((one, other) => (other.length > one.length ? other : one)),
      sub: all.tree.sub,
      sheets: all.tree.pages.map(([title, svg]) => ({ title, body: picture(svg) })),
    }),
    season: ({ all }) => ({ title: all.season.title, sub: all.season.sub, rows: aligned(ofSeason(all)) }),
    calls: ({ state }) => ({ title: words.calls, rows: called(state.calls) }),
    next: ({ whole }) => ({ title: words.next, lone: lone(whole.next, "next") }),
    clock: ({ state, whole }) => ({ title: whole.round, lone: lone(["", ""], "clock"), rows: moreTime(state.clock) }),
  };

  // The news for screen readers: calls, seats, new standings, what follows.
  function news({ state, whole, all }) {
    const titles = { names: all.seats && all.seats.by_name, tables: all.seats && all.seats.by_table };
    if (all.tree) titles.tree = all.tree.title;
    if (all.standings) titles.standings = all.standings.title;
    const calls = state.calls.map(([table]) => `${words.calls}: ${say(words.table, { table })}`);
    const shown = whole.shows.map((name) => titles[name]).filter(Boolean);
    return [...calls, ...shown, ...whole.next];
  }

  // The pages of a part are measured in place, below its title.
  const make = (name, about) => ({ name, least: COLUMN[name], ...MADE[name](about) });

  return { make, say, lone, news };
})();
