import { useSyncExternalStore } from 'react';

/** The person's changes to the menu, stored in this browser. */
export interface MenuMemory {
  /** Sections that were collapsed or expanded by hand. */
  folded: Readonly<Record<string, boolean>>;
  /** Ids of pinned items, in the order of pinning. */
  pins: readonly string[];
  /** Recently shown records and screens, the newest first. */
  recents: readonly { path: string; title: string }[];
}

const nothing: MenuMemory = { folded: {}, pins: [], recents: [] };
const mostRecents = 12;
const keyOf = (accountID: string): string => `millwright.menu.${accountID}`;

const listeners = new Set<() => void>();
const known = new Map<string, MenuMemory>();

function read(accountID: string): MenuMemory {
  let memory = known.get(accountID);
  if (!memory) {
    memory = nothing;
    try {
      const stored = JSON.parse(localStorage.getItem(keyOf(accountID)) ?? 'null') as Partial<MenuMemory> | null;
      if (stored && typeof stored === 'object') memory = { ...nothing, ...stored };
    } catch {
      // No storage, or a text of other software.
    }
    known.set(accountID, memory);
  }
  return memory;
}

function change(accountID: string, next: Partial<MenuMemory>): void {
  const memory = { ...read(accountID), ...next };
  known.set(accountID, memory);
  try {
    localStorage.setItem(keyOf(accountID), JSON.stringify(memory));
  } catch {
    // Without storage it lasts until the tab is closed.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useMenuMemory = (accountID: string): MenuMemory => useSyncExternalStore(subscribe, () => read(accountID));

export const foldSection = (accountID: string, title: string, isFolded: boolean): void =>
  change(accountID, { folded: { ...read(accountID).folded, [title]: isFolded } });

export function togglePin(accountID: string, id: string): void {
  const { pins } = read(accountID);
  change(accountID, { pins: pins.includes(id) ? pins.filter((pin) => pin !== id) : [...pins, id] });
}

/** Stores a recently shown screen, except forms for new records. */
export function rememberShown(accountID: string, path: string, title: string): void {
  if (/\/(create|edit)(\?|$)/.test(path) || path === '/dashboard') return;
  const others = read(accountID).recents.filter((recent) => recent.path !== path);
  change(accountID, { recents: [{ path, title }, ...others].slice(0, mostRecents) });
}
