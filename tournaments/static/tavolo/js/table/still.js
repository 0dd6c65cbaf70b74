// What is told above the table, and what is told no more, moves nothing under a thumb: the page is scrolled by as much.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const room = document.createElement("div");
  const place = () => table().getBoundingClientRect().top + scrollY;
  let usual;

  // Safari runs scripts before the style sheets are there: nothing has its place yet.
  function settle() {
    usual = table().checkVisibility() ? place() : undefined;
  }

  // At the top there is nothing to scroll: what is told no more leaves its room, for what is told next or until the next page.
  function hold() {
    if (usual === undefined) return;
    const moved = place() - usual;
    if (!moved) return;
    const used = Math.min(room.offsetHeight, Math.max(0, moved));
    const wanted = scrollY + moved - used;
    room.style.height = `${room.offsetHeight - used + Math.max(0, -wanted)}px`;
    scrollTo({ top: wanted, behavior: "instant" });
    settle();
  }

  table().before(room);
  document.addEventListener("table:shown", () => {
    room.style.height = "";
    settle();
  });
  new ResizeObserver(settle).observe(document.body);
  new MutationObserver(hold).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  settle();
})();
