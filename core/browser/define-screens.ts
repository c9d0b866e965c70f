import type { ComponentType } from 'react';
import type { PermissionCode } from '../contracts/permission.ts';

/** Loads a module that exports one component named `...Screen` or `...Slot`. */
export type ComponentLoader = () => Promise<object>;

/** An entry of the palette and of the keyboard sheet. */
export interface Command {
  /** Unique within the plugin: `create-sales-order`. */
  id: string;
  label: string;
  /** Further words that find it. */
  keywords?: string;
  needs?: readonly PermissionCode[];
  /** The screen that it opens: it is offered to whoever may open that. */
  href?: string;
  /** As in `useShortcut`: `g o`, `mod+shift+n`. */
  shortcut?: string;
  /** What it does where it does more than open a screen. */
  run?(context: { navigate(path: string): void }): void;
}

/** What a plugin's browser half exposes to the shell as `./screens`. */
export interface PluginScreens {
  readonly kind: 'screens';
  /** Loaders by the screen names of `contracts/screens.ts`. */
  screens: Record<string, ComponentLoader>;
  commands: readonly Command[];
  /** Loaders by slot name. */
  slots: Record<string, ComponentLoader>;
}

/**
 * The only thing `browser/index.tsx` exports, as its default: names of screens to imports, so that each screen is its
 * own chunk.
 */
export function defineScreens(
  screens: Record<string, ComponentLoader>,
  extras: { commands?: readonly Command[]; slots?: Record<string, ComponentLoader> } = {},
): PluginScreens {
  return { kind: 'screens', screens, commands: extras.commands ?? [], slots: extras.slots ?? {} };
}

/** Loads a screen or slot and picks the component: the only export whose name ends in `Screen` or `Slot`. */
export async function loadComponent<Props extends object = Record<string, never>>(
  loader: ComponentLoader,
): Promise<ComponentType<Props>> {
  const module = await loader();
  const found = Object.entries(module).filter(
    ([name, value]) => /(Screen|Slot)$/.test(name) && typeof value === 'function',
  );
  if (found.length !== 1) {
    const names = found.map(([name]) => name).join(', ') || 'none';
    throw new Error(`A screen module must export exactly one component named ...Screen or ...Slot; found: ${names}`);
  }
  return found[0]?.[1] as ComponentType<Props>;
}
