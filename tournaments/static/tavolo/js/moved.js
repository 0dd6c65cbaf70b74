// Shows what a refresh changed: a row slides from its former position, and new values are marked for a while.
(() => {
  const MARKED = 12_000;
  const ROWS = ".standings tbody tr, .pad :is(tbody, tfoot) tr:not(.hand-facts), .hall > li, .lines > li";
  const rows = () => [...document.querySelectorAll(`#live :is(${ROWS})`)];
  const keyOf = (row) => row.querySelector("a")?.getAttribute("href") ?? row.querySelector("th, .what")?.textContent.trim();
  const said = (row) => row.textContent.replace(/\s+/g, " ");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let before;

  document.addEventListener("parts:showing", ({ detail: isNews }) => {
    before = isNews && new Map(rows().map((row) => [keyOf(row), { top: row.getBoundingClientRect().top, said: said(row) }]));
  });

  document.addEventListener("parts:shown", () => {
    if (!before) return;
    const known = rows().map((row) => [row, before.get(keyOf(row)), row.getBoundingClientRect().top]);
    for (const [row, was, top] of known) {
      if (was && was.said === said(row)) continue;
      row.classList.add("fresh");
      setTimeout(() => row.classList.remove("fresh"), MARKED);
      if (!was || was.top === top || still.matches) continue;
      row.animate([{ transform: `translateY(${was.top - top}px)` }, { transform: "none" }], { duration: 700, easing: "ease" });
    }
    before = undefined;
  });
})();
