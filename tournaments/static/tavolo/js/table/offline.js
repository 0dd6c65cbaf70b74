// Over HTTPS a service worker caches this page and its files, so that it opens without the network.
(async () => {
  if (!("serviceWorker" in navigator) || !document.querySelector("[data-mark]")) return;
  await navigator.serviceWorker.register("/t/worker.js", { scope: "/t/" });
  const registration = await navigator.serviceWorker.ready;
  const { active } = registration;

  async function offer() {
    const offered = document.querySelector("[data-push]");
    if (offered && "PushManager" in window) (await import(offered.dataset.push)).show(offered, registration);
  }
  document.addEventListener("table:shown", () => offer().catch(() => {}));
  offer().catch(() => {});

  const files = [...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src);
  const onward = () => [...document.querySelectorAll("a[data-keep]")].map((one) => one.pathname);
  active.postMessage({ files: [...new Set(files)], pages: [location.pathname, ...onward()] });

  const parse = (page) => new DOMParser().parseFromString(page, "text/html");
  const tableIn = (page) => page.getElementById("table");
  const keptAt = async (path) => (await caches.match(path)) ?? caches.match(path.replace(/\/hands\/.*/, ""));

  // Stores the changed part in the cached frame, if there is one.
  async function copyOf(path, page) {
    const fresh = parse(page);
    if (fresh.querySelector(".mast")) return page;
    const copy = parse((await (await keptAt(path))?.text()) ?? "");
    if (tableIn(copy)?.dataset.frame !== tableIn(fresh).dataset.frame) return undefined;
    tableIn(copy).replaceWith(tableIn(fresh));
    copy.querySelector(".notes")?.remove();
    copy.title = fresh.title;
    return `<!doctype html>${copy.documentElement.outerHTML}`;
  }

  async function keep(path, page) {
    const copy = await copyOf(path, page);
    active.postMessage(copy ? { path, page: copy, pages: [] } : { pages: [path] });
  }

  async function keepAll(path, page, others) {
    await keep(path, page);
    for (const other of others) {
      const answer = await fetch(`${other}?part=live`);
      if (answer.ok && !answer.redirected) await keep(other, await answer.text());
    }
  }

  // Runs one after the other, so that the last page shown is cached.
  let kept = Promise.resolve();
  document.addEventListener("table:fresh", ({ detail: { page, ok } }) => {
    const [path, others] = [location.pathname, onward()];
    if (ok) kept = kept.then(() => keepAll(path, page, others)).catch(() => {});
  });
})().catch(() => {});
