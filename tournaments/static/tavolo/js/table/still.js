// Messages that appear or disappear above the table do not move it: the page is scrolled by their height.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const room = document.createElement("div");
  const place = () => table().getBoundingClientRect().top + scrollY;
  let usual;

  // Safari runs scripts before the style sheets are loaded: positions are not final.
  function settle() {
    usual = table().checkVisibility() ? place() : undefined;
  }

  // At the top the page cannot scroll: a removed message leaves its space until the next message or page.
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
