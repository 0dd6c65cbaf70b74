// Caches the table's page and its files: network first for the page, cache first for files.
const STORE = "tavolo-table-1";
const HTML = { headers: { "Content-Type": "text/html; charset=utf-8" } };

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// The page is replaced without a load, so it sends its new content to the cache.
async function keep({ files = [], pages, path, page }) {
  const store = await caches.open(STORE);
  if (path) await store.put(path, new Response(page, HTML));
  const missing = [];
  for (const file of files) if (!(await store.match(file))) missing.push(file);
  await store.addAll([...missing, ...pages]);
}
addEventListener("message", (event) => event.waitUntil(keep(event.data).catch(() => {})));

async function page(request) {
  const store = await caches.open(STORE);
  const path = new URL(request.url).pathname;
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) store.put(path, answer.clone());
    return answer;
  } catch (away) {
    const cached = (await store.match(path)) ?? (await store.match(path.replace(/\/hands\/.*/, "")));
    if (cached) return cached;
    throw away;
  }
}

async function file(request) {
  const store = await caches.open(STORE);
  const cached = await store.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) store.put(request, answer.clone());
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname.startsWith("/t/")) return event.respondWith(page(request));
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
});
