// Over HTTPS a worker keeps this page and its files, so that it opens while the network is away.
(async () => {
  if (!("serviceWorker" in navigator) || !document.querySelector("[data-mark]")) return;
  await navigator.serviceWorker.register("/t/worker.js", { scope: "/t/" });
  const { active } = await navigator.serviceWorker.ready;
  const files = [...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src);
  const onward = () => [...document.querySelectorAll("a[data-keep]")].map((one) => one.pathname);
  active.postMessage({ files: [...new Set(files)], pages: [location.pathname, ...onward()] });
  document.addEventListener("table:fresh", ({ detail: { page, ok } }) => {
    if (ok) active.postMessage({ path: location.pathname, page, pages: onward() });
  });
})().catch(() => {});
