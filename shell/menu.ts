import type { ManifestPlugin, ManifestScreen } from '../core/contracts/manifest.contract.ts';
import type { WaitingCount } from '../core/contracts/screen.ts';

export interface MenuItem {
  /** Unique in the shell: plugin and screen. */
  id: string;
  title: string;
  path: string;
  icon: string | undefined;
  shortcut: string | undefined;
  /** What waits behind it, for work queues. */
  count: WaitingCount | undefined;
}

export interface MenuSection {
  title: string;
  items: MenuItem[];
}

// By job, in the way of an order through the house, then what is behind it. Others come in between.
const first = ['Home', 'Sell', 'Buy', 'Stock', 'Make', 'Ship', 'Money'];
const last = ['Insights', 'Setup', 'Settings', 'Logs'];

/** Sections of what is set up once and rarely looked at are folded until somebody opens them. */
export const isFoldedAtFirst = (title: string): boolean => title === 'Setup' || title === 'Logs';

const rank = (title: string): number => {
  const early = first.indexOf(title);
  if (early >= 0) return early;
  const late = last.indexOf(title);
  return late >= 0 ? 1_000 + late : 500;
};

/** The menu of a person: screens that they may see and that want to be in it, by section and order. */
export function menuOf(plugins: readonly ManifestPlugin[]): MenuSection[] {
  const sections = new Map<string, { order: number; item: MenuItem }[]>();
  for (const { plugin, screen } of allowedScreens(plugins)) {
    if (!screen.nav) continue;
    const { section, order, icon, shortcut, count } = screen.nav;
    const entry = {
      order,
      item: { id: `${plugin.id}/${screen.name}`, title: screen.title, path: screen.path, icon, shortcut, count },
    };
    sections.set(section, [...(sections.get(section) ?? []), entry]);
  }
  return [...sections]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([title, entries]) => ({
      title,
      items: entries.sort((one, other) => one.order - other.order).map(({ item }) => item),
    }));
}

/** Screens that can be opened from anywhere: allowed, and without a record in their path. */
export function allowedScreens(
  plugins: readonly ManifestPlugin[],
): { plugin: ManifestPlugin; screen: ManifestScreen }[] {
  return plugins.flatMap((plugin) =>
    plugin.screens
      .filter(({ isAllowed, path }) => isAllowed && !path.includes(':'))
      .map((screen) => ({ plugin, screen })),
  );
}

/** The item of the menu that a path belongs to: the one with the longest path that begins it. */
export function activeItem(sections: readonly MenuSection[], path: string): MenuItem | undefined {
  return sections
    .flatMap(({ items }) => items)
    .filter((item) => path === item.path || (item.path !== '/dashboard' && path.startsWith(`${item.path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
