import { useCallback, useEffect, useState } from 'react';
import { columnWidth } from '../../../../contracts/records/saved-view.contract.ts';
import type { ListLook } from './list-look.ts';
import type { ListView } from './list-views.tsx';

export const plainLook: ListLook = { columns: [], widths: {}, density: 'compact' };

/** Whether two layouts are equal, whatever the order in which columns were dragged. */
export const sameLook = (one: ListLook, other: ListLook): boolean =>
  one.density === other.density &&
  one.columns.join() === other.columns.join() &&
  Object.keys({ ...one.widths, ...other.widths }).every((id) => one.widths[id] === other.widths[id]);

/** The width, limited to the permitted range. */
export const allowedWidth = (pixels: number): number =>
  Math.round(Math.min(Math.max(pixels, columnWidth.min), columnWidth.max));

/** The layout stored in this browser; invalid parts are ignored. */
export function storedLook(text: string | null): ListLook {
  let stored: Partial<Record<keyof ListLook, unknown>> | null = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // storage contains another value
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
    // storage is blocked: the choice lasts until the screen is left
  }
}

export interface ListLookControl {
  look: ListLook;
  /** Whether it differs from the saved view and can be saved. */
  isChanged: boolean;
  change(change: Partial<ListLook>): void;
  /** Returns to the view's layout. */
  reset(): void;
  /** Returns to the screen's default. */
  clear(): void;
}

/**
 * Columns, widths and density of a list. Those of a saved view are stored in the view, those of built-in views in this
 * browser.
 */
export function useListLook(screen: string, view: ListView): ListLookControl {
  const isSaved = view.saved !== undefined;
  const [built, setBuilt] = useState(() => read(screen));
  const [changed, setChanged] = useState<ListLook | null>(null);
  const saved = view.look ?? plainLook;
  // An unsaved change is valid only for the view and version on which it was made.
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
