// Lays rows out in columns, and columns in pages: as many as the screen holds, so that none is cut.
const layOut = (() => {
  const GAP = 0.7; // of a letter's size
  const last = (list) => list[list.length - 1];

  // Rows of one group stay together where a column holds them; where it does not, the next one names it again.
  function groupsOf(rows) {
    const groups = [];
    for (const row of rows) {
      if (groups.length && row.group !== undefined && last(groups)[0].group === row.group) last(groups).push(row);
      else groups.push([row]);
    }
    return groups;
  }

  function pack(groups, room, tall) {
    const columns = [[]];
    let left = room;
    const next = () => {
      if (last(columns).length) columns.push([]);
      left = room;
    };
    for (const group of groups) {
      const height = group.reduce((sum, row) => sum + tall(row), 0);
      if (height > left && height <= room) next();
      for (const row of group) {
        if (tall(row) > left) {
          next();
          row.classList.add("again");
        }
        last(columns).push(row);
        left -= tall(row);
      }
    }
    return columns;
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
    const pages = [];
    for (let first = 0; first < columns.length; first += count) {
      const page = document.createElement("div");
      page.className = "page";
      for (const one of columns.slice(first, first + count)) {
        const made = column(one);
        made.style.width = sample.style.width;
        page.appendChild(made);
      }
      pages.push(page);
    }
    return pages;
  };
})();
