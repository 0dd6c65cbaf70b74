// Shows the progress of a large print-out, and opens it when it is ready; a small one opens like a page.
(() => {
  const LARGE = 60; // tables: fewer take less than half a second
  const place = document.querySelector("[data-printing]");
  if (!place) return;
  const [making, made, failed] = ["making", "made", "failed"].map((name) => place.querySelector(`[data-${name}]`));
  const [line, bar] = [making.querySelector("[data-words]"), making.querySelector("progress")];
  const words = line.textContent;
  let address = "";

  function show(part) {
    for (const each of [making, made, failed]) each.hidden = each !== part;
  }

  // The server's time is unknown; then the progress is the part of the file received.
  async function read(answer) {
    const [reader, parts] = [answer.body.getReader(), []];
    bar.max = Number(answer.headers.get("Content-Length")) || 1;
    let here = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      here += part.value.length;
      bar.value = Math.min(here, bar.max);
    }
    return new Blob(parts, { type: answer.headers.get("Content-Type") });
  }

  async function make(link) {
    line.textContent = words.replace("%tables%", link.dataset.tables);
    bar.removeAttribute("value");
    show(making);
    place.scrollIntoView({ block: "nearest" }); // the button may be far below
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.status);
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(await read(answer));
      made.querySelector("a").href = address;
      made.querySelector("[data-title]").textContent = link.textContent;
      show(made);
      made.querySelector("a").focus();
    } catch {
      show(failed);
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tables]");
    if (!link || Number(link.dataset.tables) < LARGE || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (making.hidden) make(link);
  });
})();
