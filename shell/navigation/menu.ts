import type { ManifestPlugin, ManifestScreen } from '../../core/contracts/plugins/manifest.contract.ts';
import type { WaitingCount } from '../../core/contracts/plugins/screen.ts';

export interface MenuItem {
  /** Unique in the shell: plugin and screen. */
  id: string;
  title: string;
  path: string;
  icon: string | undefined;
  shortcut: string | undefined;
  /** Count of waiting entries, for work queues. */
  count: WaitingCount | undefined;
}

export interface MenuSection {
  title: string;
  items: MenuItem[];
}

// Order of sections: tasks in the order of an order's progress, then support sections. Sections of other names come in
// between.
const first = ['Home', 'Sell', 'Buy', 'Stock', 'Make', 'Ship', 'Money'];
const last = ['Insights', 'Setup', 'Settings', 'Logs'];

/** Rarely used setup sections are collapsed at first. */
export const isFoldedAtFirst = (title: string): boolean => title === 'Setup' || title === 'Logs';

const rank = (title: string): number => {
  const early = first.indexOf(title);
  if (early >= 0) return early;
  const late = last.indexOf(title);
  return late >= 0 ? 1_000 + late : 500;
};

/** The menu of a person: visible and permitted screens, by section and order. */
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

/** Permitted screens without a record in their path, which can be opened from anywhere. */
export function allowedScreens(
  plugins: readonly ManifestPlugin[],
): { plugin: ManifestPlugin; screen: ManifestScreen }[] {
  return plugins.flatMap((plugin) =>
    plugin.screens
      .filter(({ isAllowed, path }) => isAllowed && !path.includes(':'))
      .map((screen) => ({ plugin, screen })),
  );
}

/** The menu item of a path: the item with the longest matching path. */
export function activeItem(sections: readonly MenuSection[], path: string): MenuItem | undefined {
  return sections
    .flatMap(({ items }) => items)
    .filter((item) => path === item.path || (item.path !== '/dashboard' && path.startsWith(`${item.path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
