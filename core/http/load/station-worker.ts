/**
 * The service worker of `/scanning-station` only. It caches the page, its code and the last replies, so that a station
 * works while the network is down. Scans wait in the page's own queue.
 */
export const stationWorker = `'use strict';
const pages = 'millwright-station-pages-1';
const answers = 'millwright-station-answers-1';
const patience = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const isCode = (path) => path.startsWith('/assets/') || path.startsWith('/plugins/');
const kept = async (request) => {
  const cache = await caches.open(pages);
  const known = await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
};

/** The newest answer; while the network is away, or slower than anybody waits, the one before. */
const freshOrKept = async (request, name, key) => {
  const cache = await caches.open(name);
  const known = await cache.match(key, { ignoreVary: true });
  const fetched = fetch(request).then(async (fresh) => {
    if (fresh.ok) await cache.put(key, fresh.clone());
    if (fresh.status === 401) await caches.delete(answers);
    return fresh;
  });
  if (!known) return fetched;
  fetched.catch(() => undefined);
  const late = new Promise((done) => setTimeout(() => done(known), patience));
  return Promise.race([fetched.then((fresh) => (fresh.status >= 500 ? known : fresh), () => known), late]);
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (isCode(pathname)) event.respondWith(kept(request));
  else if (request.mode === 'navigate') event.respondWith(freshOrKept(request, pages, '/scanning-station'));
  else if (pathname.startsWith('/api/')) event.respondWith(freshOrKept(request, answers, request.url));
});

// What the page had loaded before this worker began.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data && event.data.keep) ? event.data.keep : [];
  event.waitUntil(
    caches.open(pages).then((cache) =>
      Promise.all(
        paths.map(async (path) => {
          if (typeof path !== 'string' || !(isCode(path) || path === '/scanning-station')) return;
          const found = await cache.match(path, { ignoreVary: true });
          if (!found) await cache.add(path).catch(() => undefined);
        }),
      ).then(() => event.source && event.source.postMessage({ kept: true })),
    ),
  );
});
`;
