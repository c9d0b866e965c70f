import { useEffect, useLayoutEffect } from 'react';

const listeners = new Set<(title: string) => void>();

/** Tells the titles that screens set; the answer stops it. */
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

/** The title until the screen inside sets its own, which it may do at once. */
export function useFallbackTitle(title: string | null | undefined): void {
  useLayoutEffect(() => setTitle(title), [title]);
}
