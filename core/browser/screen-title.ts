import { useEffect } from 'react';

/** Sets the title of the browser tab while the screen is shown: `useScreenTitle(order?.number)`. */
export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    document.title = `${title} · Millwright`;
  }, [title]);
}
