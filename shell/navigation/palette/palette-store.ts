import { useShortcut } from '@millwright/core/browser';
import { useSyncExternalStore } from 'react';

interface PaletteState {
  isOpen: boolean;
  query: string;
}

let state: PaletteState = { isOpen: false, query: '' };
const listeners = new Set<() => void>();

function set(next: Partial<PaletteState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Opens the palette. */
export function openPalette(): void {
  if (!state.isOpen) window.addEventListener('keydown', takeEarlyKey, { capture: true });
  set({ isOpen: true });
}

export function closePalette(): void {
  window.removeEventListener('keydown', takeEarlyKey, { capture: true });
  set({ isOpen: false });
}

export const setPaletteQuery = (query: string): void => set({ query });

/**
 * The palette's code and its field appear a moment after Ctrl+K. Keys pressed in that moment belong to the query, not
 * to the shortcuts of the screen.
 */
function takeEarlyKey(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[role="dialog"]')) {
    window.removeEventListener('keydown', takeEarlyKey, { capture: true });
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === 'Escape') {
    closePalette();
    setPaletteQuery('');
  }
  if (event.key === 'Backspace') setPaletteQuery(state.query.slice(0, -1));
  else if (event.key.length === 1) setPaletteQuery(state.query + event.key);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the palette is open. */
export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => state.isOpen);

/** The search text; it can be set before the palette's field exists. */
export const usePaletteQuery = (): string => useSyncExternalStore(subscribe, () => state.query);

/** Ctrl+K works immediately, also in fields and before the palette's code is loaded. */
export function PaletteShortcut(): null {
  useShortcut('mod+k', openPalette, { label: 'Find screens, records and actions', inInputs: true });
  return null;
}
