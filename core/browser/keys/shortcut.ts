import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface ShortcutOptions {
  /** Description in the keyboard sheet. */
  label: string;
  /** Heading in the sheet: 'List', 'Form', 'Everywhere'. */
  group?: string;
  enabled?: boolean;
  /** True for a shortcut that also works while typing in a field; by default only combinations with Ctrl or ⌘ do. */
  inInputs?: boolean;
}

/** A registered shortcut in the keyboard sheet. */
export interface Shortcut {
  keys: string;
  label: string;
  group: string;
}

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

interface Entry extends Shortcut {
  inInputs: boolean;
  run(event: KeyboardEvent): void;
}

const sequenceMilliseconds = 1200;

/**
 * Name of a key press in the notation of shortcuts: `mod+s`, `shift+x`, `?`, `arrowdown`. Ctrl and ⌘ are both `mod`.
 */
export function pressName(press: KeyPress): string {
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  // Symbols already include their shift key ('?'), so shift is only added for letters and named keys.
  const shift = press.shiftKey && (/^[a-z]$/.test(key) || key.length > 1) ? 'shift+' : '';
  return `${press.ctrlKey || press.metaKey ? 'mod+' : ''}${press.altKey ? 'alt+' : ''}${shift}${key}`;
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !isCheckbox(target);

const isCheckbox = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type);

const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** The registry of all shortcuts. Of two shortcuts with the same keys the last registered one is used. */
class ShortcutRegistry {
  #entries: Entry[] = [];
  #listeners = new Set<() => void>();
  #snapshot: readonly Shortcut[] = [];
  #pending: { first: string; at: number } | undefined;

  add(entry: Entry): () => void {
    if (this.#entries.length === 0) document.addEventListener('keydown', this.#onKeyDown);
    this.#entries = [...this.#entries, entry];
    this.#changed();
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
      if (this.#entries.length === 0) document.removeEventListener('keydown', this.#onKeyDown);
      this.#changed();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Shortcut[] => this.#snapshot;

  #changed(): void {
    const seen = new Map<string, Shortcut>();
    for (const { keys, label, group } of this.#entries) seen.set(keys, { keys, label, group });
    this.#snapshot = [...seen.values()];
    for (const listener of this.#listeners) listener();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = pressName(event);
    const typing = isEditable(event.target) || isInOverlay(event.target);
    const usable = (entry: Entry): boolean => !typing || entry.inInputs || entry.keys.startsWith('mod+');
    const find = (keys: string): Entry | undefined =>
      this.#entries.findLast((entry) => entry.keys === keys && usable(entry));
    const pending =
      this.#pending && event.timeStamp - this.#pending.at < sequenceMilliseconds ? this.#pending.first : undefined;
    this.#pending = undefined;
    const entry = (pending && find(`${pending} ${name}`)) || find(name);
    if (entry) {
      event.preventDefault();
      entry.run(event);
    } else if (!typing && this.#entries.some(({ keys }) => keys.startsWith(`${name} `))) {
      this.#pending = { first: name, at: event.timeStamp };
    }
  };
}

const registry = new ShortcutRegistry();

/**
 * Registers a shortcut while the component is mounted: `useShortcut('c', create, { label: 'New order', group: 'List'
 * })`. Keys: a key (`j`, `/`, `?`, `enter`), with modifiers (`mod+s`, `shift+x`), or a sequence of two (`g o`). Single
 * keys do nothing in fields, dialogs and menus.
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, options: ShortcutOptions): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const { label, group = 'Everywhere', enabled = true, inInputs = false } = options;
  useEffect(() => {
    if (!enabled) return;
    return registry.add({ keys: keys.toLowerCase(), label, group, inInputs, run: (event) => latest.current(event) });
  }, [keys, label, group, enabled, inInputs]);
}

/** All active shortcuts, for the keyboard sheet. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(registry.subscribe, registry.snapshot);
