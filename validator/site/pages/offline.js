// After the first visit all files of the site, and Python, come from the browser's cache; so do
// the packages that read overlays, once an overlay was dropped.
// Another site of the same server keeps its own.
const OURS = `broadside ${self.registration.scope} `, EDITION = `${OURS}{edition}`;
const FILES = {files};
const LATER = new Set({later}.map((url) => new URL(url, self.registration.scope).href));
self.addEventListener("install", (event) => event.waitUntil((async () => {
  const kept = await caches.open(EDITION);
  await kept.addAll(FILES.map(([url, integrity]) => new Request(url, { cache: "no-cache", ...(integrity ? { integrity, mode: "cors" } : {}) })));
  await self.skipWaiting();
})()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== EDITION) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true, cacheName: EDITION }).then((found) => found || brought(event.request)));
});
async function brought(request) {
  const answer = await fetch(request);
  if (LATER.has(request.url) && answer.ok) await (await caches.open(EDITION)).put(request, answer.clone());
  return answer;
}
