import { useShortcut } from '@millwright/core/browser';
import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the palette from anywhere in the shell. */
export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the palette is open. */
export const usePaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

/** Ctrl+K works at once, also in fields and before the palette's own code has arrived. */
export function PaletteShortcut(): null {
  useShortcut('mod+k', openPalette, { label: 'Find screens, records and actions', inInputs: true });
  return null;
}
