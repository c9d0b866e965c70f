import { useSyncExternalStore } from 'react';

/** What a person made of the menu in this browser. */
export interface MenuMemory {
  /** Sections that were folded or unfolded by hand. */
  folded: Readonly<Record<string, boolean>>;
  /** Ids of pinned items, in the order of pinning. */
  pins: readonly string[];
  /** Records and screens that were shown last, the newest first. */
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
      // no storage, or somebody else's text
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
    // no storage: it lasts until the tab is closed
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

/** Remembers what was shown; forms for new records are no place to come back to. */
export function rememberShown(accountID: string, path: string, title: string): void {
  if (/\/(create|edit)(\?|$)/.test(path) || path === '/dashboard') return;
  const others = read(accountID).recents.filter((recent) => recent.path !== path);
  change(accountID, { recents: [{ path, title }, ...others].slice(0, mostRecents) });
}
