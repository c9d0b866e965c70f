import { useEffect, useLayoutEffect } from 'react';

const listeners = new Set<(title: string) => void>();

/** Reports the titles that screens set. Returns a function that ends this. */
export function onScreenTitle(listener: (title: string) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function setTitle(title: string | null | undefined): void {
  if (!title) return;
  document.title = `${title} · Millwright`;
  for (const listener of listeners) listener(title);
}

/** Sets the title of the browser tab while the screen is shown: `useScreenTitle(order?.number)`. */
export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => setTitle(title), [title]);
}

/** The tab's title until the screen inside sets its own, possibly in the same render. */
export function useFallbackTitle(title: string | null | undefined): void {
  useLayoutEffect(() => setTitle(title), [title]);
}
