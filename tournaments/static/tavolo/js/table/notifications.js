// The service worker's part for push messages: shows the notification and opens the table's page.
const PICTURE = "/static/tavolo/icon-512.png";

async function notify({ title, body, lang, tag, url }) {
  const [shown] = await registration.getNotifications({ tag });
  const renotify = shown?.title !== title || shown.body !== body;
  return registration.showNotification(title, { body, lang, tag, renotify, icon: PICTURE, badge: PICTURE, data: url });
}
addEventListener("push", (event) => event.waitUntil(notify(event.data.json())));

async function visit(path) {
  const isIts = ({ url }) => `${new URL(url).pathname}/`.startsWith(`${path}/`);
  const page = (await clients.matchAll({ type: "window" })).find(isIts);
  return page ? page.focus() : clients.openWindow(path);
}
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data));
});
