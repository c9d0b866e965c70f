import { useCallback, useEffect, useState } from 'react';
import type { ListView } from './list-views.tsx';

const key = (screen: string): string => `millwright.columns.${screen}`;

function read(screen: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(screen)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(screen: string, columns: readonly string[]): void {
  try {
    if (columns.length > 0) localStorage.setItem(key(screen), JSON.stringify(columns));
    else localStorage.removeItem(key(screen));
  } catch {
    // no storage: the choice lasts until the screen is left
  }
}

export interface ColumnChoice {
  /** Chosen ids in order; empty means the screen's default. */
  columns: readonly string[];
  /** Differs from what the saved view says, so that it can be saved. */
  isChanged: boolean;
  set(columns: string[]): void;
  /** Back to what the view says. */
  reset(): void;
  /** Back to the screen's default. */
  clear(): void;
}

/** Columns of a list: those of a saved view live in the view, those of the built-in views in this browser. */
export function useColumnChoice(screen: string, view: ListView): ColumnChoice {
  const isSaved = view.saved !== undefined;
  const [built, setBuilt] = useState(() => read(screen));
  const [changed, setChanged] = useState<string[] | null>(null);
  const saved = view.columns ?? [];
  // An unsaved change belongs to the view and the version it was made on.
  useEffect(() => setChanged(null), [view.id, view.saved?.updatedAt]);
  const set = useCallback(
    (columns: string[]) => {
      if (isSaved) setChanged(columns);
      else {
        setBuilt(columns);
        write(screen, columns);
      }
    },
    [isSaved, screen],
  );
  const columns = isSaved ? (changed ?? saved) : built;
  return {
    columns,
    isChanged: isSaved && changed !== null && changed.join() !== saved.join(),
    set,
    reset: () => setChanged(null),
    clear: () => set([]),
  };
}
