// Lays rows out in columns and columns in pages, as many as fit on the screen.
const layOut = (() => {
  const GAP = 0.7; // of a letter's size
  const last = (list) => list[list.length - 1];

  // Rows of a group stay together if they fit in a column; otherwise the next column repeats the group's name.
  function groupsOf(rows) {
    const groups = [];
    for (const row of rows) {
      if (groups.length && row.group !== undefined && last(groups)[0].group === row.group) last(groups).push(row);
      else groups.push([row]);
    }
    return groups;
  }

  // A row that fits in no column, with a very long name, has a page of its own.
  function pack(groups, room, tall) {
    const columns = [[]];
    let left = room;
    const next = () => {
      if (last(columns).length) columns.push([]);
      left = room;
    };
    function put(row) {
      const isWide = tall(row) > room;
      if (isWide || tall(row) > left) {
        next();
        row.classList.add("again");
      }
      last(columns).push(row);
      last(columns).isWide = isWide;
      left -= tall(row);
    }
    for (const group of groups) {
      const height = group.reduce((sum, row) => sum + tall(row), 0);
      if (height > left && height <= room) next();
      group.forEach(put);
    }
    return columns;
  }

  function pagesOf(columns, count) {
    const pages = [];
    for (const one of columns) {
      const page = last(pages);
      if (!page || page.length === count || one.isWide || page[0].isWide) pages.push([one]);
      else page.push(one);
    }
    return pages;
  }

  function column(rows) {
    const list = document.createElement("ul");
    list.className = "column";
    list.setAttribute("role", "list");
    rows.forEach((row) => list.appendChild(row));
    return list;
  }

  // The pages of these rows, each a list of columns, in a place of this size; `least` is a column's width in letters.
  return (rows, place, least) => {
    const size = parseFloat(getComputedStyle(place).fontSize);
    const gap = GAP * size;
    const [width, room] = [place.clientWidth, place.clientHeight];
    const count = Math.max(1, Math.floor((width + gap) / (least * size + gap)));
    const sample = column(rows);
    sample.style.width = `${(width - gap * (count - 1)) / count}px`;
    place.appendChild(sample);
    const heights = new Map(rows.map((row) => [row, row.getBoundingClientRect().height]));
    place.removeChild(sample);
    const columns = pack(groupsOf(rows), room, (row) => heights.get(row));
    return pagesOf(columns, count).map((page) => {
      const made = document.createElement("div");
      made.className = "page";
      for (const one of page) {
        const list = column(one);
        list.style.width = one.isWide ? "100%" : sample.style.width;
        made.appendChild(list);
      }
      return made;
    });
  };
})();

// Limits the height of the notices above the pages; what is still too tall is written smaller.
const room = (() => {
  const SHARE = 0.3; // of the screen's height, the most that notices take in large letters
  const [STEP, LEAST] = [0.1, 0.3]; // of a letter's size

  function leave(notices) {
    document.body.classList.remove("tight");
    const taken = notices.reduce((sum, notice) => sum + notice.offsetHeight, 0);
    document.body.classList.toggle("tight", taken > SHARE * window.innerHeight);
  }

  function fit(place, body) {
    for (let size = 1; place.scrollHeight > place.clientHeight + 1 && size > LEAST; ) {
      size -= STEP;
      body.style.setProperty("--fit", size);
    }
  }

  return { leave, fit };
})();
