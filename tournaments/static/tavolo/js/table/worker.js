// Keeps the table's page and its files: the network first for the page, the phone first for files.
const STORE = "tavolo-table-1";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", ({ data }) => {
  if (data?.keep) caches.open(STORE).then((store) => store.addAll([...data.keep, data.page])).catch(() => {});
});

async function page(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic" && !answer.redirected) store.put(request.url.split("#")[0], answer.clone());
    return answer;
  } catch (away) {
    const path = new URL(request.url).pathname;
    const kept = (await store.match(path)) ?? (await store.match(path.replace(/\/hands\/.*/, "")));
    if (kept) return kept;
    throw away;
  }
}

async function file(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept) return kept;
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
