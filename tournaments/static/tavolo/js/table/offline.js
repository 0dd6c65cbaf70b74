// Over HTTPS a worker keeps this page and its files, so that it opens while the network is away.
(async () => {
  if (!("serviceWorker" in navigator) || !document.querySelector("[data-mark]")) return;
  await navigator.serviceWorker.register("/t/worker.js", { scope: "/t/" });
  const { active } = await navigator.serviceWorker.ready;
  const parts = [...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src);
  active.postMessage({ keep: [...new Set(parts)], page: location.pathname });
})().catch(() => {});
