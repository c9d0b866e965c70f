import type { ComponentType } from 'react';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';

/** Loads a module that exports one component named `...Screen` or `...Slot`. */
export type ComponentLoader = () => Promise<object>;

/** A command in the palette and the keyboard sheet. */
export interface Command {
  /** Unique within the plugin: `create-sales-order`. */
  id: string;
  label: string;
  /** Further search words. */
  keywords?: string;
  needs?: readonly PermissionCode[];
  /** Path of the screen to open. The command is offered to people who may open it. */
  href?: string;
  /** As in `useShortcut`: `g o`, `mod+shift+n`. */
  shortcut?: string;
  /** Action of a command that does more than open a screen. */
  run?(context: { navigate(path: string): void }): void;
}

/** The export of a plugin's browser code to the shell, `./screens`. */
export interface PluginScreens {
  readonly kind: 'screens';
  /** Loaders by the screen names of `contracts/screens.ts`. */
  screens: Record<string, ComponentLoader>;
  commands: readonly Command[];
  /** Loaders by slot name. */
  slots: Record<string, ComponentLoader>;
}

/**
 * The default and only export of `browser/index.tsx`: an import per screen name, so that each screen is a chunk of its
 * own.
 */
export function defineScreens(
  screens: Record<string, ComponentLoader>,
  extras: { commands?: readonly Command[]; slots?: Record<string, ComponentLoader> } = {},
): PluginScreens {
  return { kind: 'screens', screens, commands: extras.commands ?? [], slots: extras.slots ?? {} };
}

/** Loads the component of a screen or slot: the only export whose name ends in `Screen` or `Slot`. */
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
