import { useCallback, useEffect, useState } from 'react';
import { columnWidth, type ListDensity } from '../../../contracts/saved-view.contract.ts';
import type { ListView } from './list-views.tsx';

/** How a list is laid out, beside what it shows. */
export interface ListLook {
  /** Chosen ids in order; empty means the screen's default. */
  columns: readonly string[];
  /** Pixels by column; empty lets the browser lay the table out. */
  widths: Readonly<Record<string, number>>;
  density: ListDensity;
}

export const plainLook: ListLook = { columns: [], widths: {}, density: 'compact' };

/** Whether two looks are the same, whatever the order in which columns were dragged. */
export const sameLook = (one: ListLook, other: ListLook): boolean =>
  one.density === other.density &&
  one.columns.join() === other.columns.join() &&
  Object.keys({ ...one.widths, ...other.widths }).every((id) => one.widths[id] === other.widths[id]);

/** A width that a column may have. */
export const allowedWidth = (pixels: number): number =>
  Math.round(Math.min(Math.max(pixels, columnWidth.min), columnWidth.max));

/** What this browser has kept; whatever is not a look of a list is left out. */
export function storedLook(text: string | null): ListLook {
  let stored: Partial<Record<keyof ListLook, unknown>> | null = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // somebody else's text
  }
  if (typeof stored !== 'object' || stored === null) return plainLook;
  const { columns, widths, density } = stored;
  return {
    columns: Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : [],
    widths: Object.fromEntries(
      Object.entries(typeof widths === 'object' && widths ? widths : {}).flatMap(([id, pixels]) =>
        typeof pixels === 'number' && Number.isFinite(pixels) ? [[id, allowedWidth(pixels)]] : [],
      ),
    ),
    density: density === 'comfortable' ? 'comfortable' : 'compact',
  };
}

const key = (screen: string): string => `millwright.list.${screen}`;

function read(screen: string): ListLook {
  try {
    return storedLook(localStorage.getItem(key(screen)));
  } catch {
    return plainLook;
  }
}

function write(screen: string, look: ListLook): void {
  try {
    if (sameLook(look, plainLook)) localStorage.removeItem(key(screen));
    else localStorage.setItem(key(screen), JSON.stringify(look));
  } catch {
    // no storage: the choice lasts until the screen is left
  }
}

export interface ListLookControl {
  look: ListLook;
  /** Differs from what the saved view says, so that it can be saved. */
  isChanged: boolean;
  change(change: Partial<ListLook>): void;
  /** Back to what the view says. */
  reset(): void;
  /** Back to the screen's default. */
  clear(): void;
}

/**
 * Columns, widths and density of a list: those of a saved view live in the view, those of the built-in views in this
 * browser.
 */
export function useListLook(screen: string, view: ListView): ListLookControl {
  const isSaved = view.saved !== undefined;
  const [built, setBuilt] = useState(() => read(screen));
  const [changed, setChanged] = useState<ListLook | null>(null);
  const saved = view.look ?? plainLook;
  // An unsaved change belongs to the view and the version it was made on.
  useEffect(() => setChanged(null), [view.id, view.saved?.updatedAt]);
  const look = isSaved ? (changed ?? saved) : built;
  const change = useCallback(
    (part: Partial<ListLook>) => {
      const next = { ...look, ...part };
      if (isSaved) setChanged(next);
      else {
        setBuilt(next);
        write(screen, next);
      }
    },
    [isSaved, screen, look],
  );
  return {
    look,
    isChanged: isSaved && !sameLook(look, saved),
    change,
    reset: () => setChanged(null),
    clear: () => change(plainLook),
  };
}
