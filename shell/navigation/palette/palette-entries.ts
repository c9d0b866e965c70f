import type { ManifestPlugin } from '../../../core/contracts/plugins/manifest.contract.ts';
import { allowedScreens } from '../menu.ts';

/** An action that the palette can run directly. */
export interface PaletteEntry {
  id: string;
  label: string;
  hint?: string;
  icon?: string | undefined;
  keywords?: string;
  run(): void;
}

/**
 * Menu screens ("Go to") and forms for new records ("Do") that the person may open. Import screens have no permission
 * of their own: they are listed with the kinds of import that the person may run.
 */
export function screenEntries(
  plugins: readonly ManifestPlugin[],
  navigate: (path: string) => void,
  imports: readonly { name: string; title: string; path: string }[] = [],
): { screens: PaletteEntry[]; actions: PaletteEntry[] } {
  const isShown = (path: string): boolean =>
    path !== '/dashboard/imports/create' && (path !== '/dashboard/imports' || imports.length > 0);
  const shown = allowedScreens(plugins).filter(({ screen: { path } }) => isShown(path));
  const all = shown.map(({ plugin, screen }) => ({
    isForm: screen.path.endsWith('/create'),
    isInMenu: Boolean(screen.nav),
    entry: {
      id: `${plugin.id}/${screen.name}`,
      label: screen.title,
      icon: screen.nav?.icon,
      keywords: `${screen.nav?.section ?? ''} ${screen.path.replaceAll(/[/-]/g, ' ')}`,
      ...(screen.nav ? { hint: screen.nav.section } : {}),
      run: () => navigate(screen.path),
    },
  }));
  return {
    screens: all.filter(({ isForm }) => !isForm).map(({ entry }) => entry),
    actions: [
      ...all.filter(({ isForm }) => isForm).map(({ entry }) => ({ ...entry, icon: 'plus' })),
      ...imports.map(({ name, title, path }) => ({
        id: `import/${name}`,
        label: `Import ${title.toLowerCase()}`,
        icon: 'upload',
        keywords: 'csv excel xlsx spreadsheet file upload',
        run: () => navigate(path),
      })),
    ],
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Entries whose label or keywords contain every word of the query; those whose label begins with it come first. */
export function matching<Entry extends { label: string; keywords?: string }>(
  entries: readonly Entry[],
  query: string,
): Entry[] {
  const words = wordsOf(query);
  const rank = ({ label }: Entry): number => {
    const name = label.toLowerCase();
    if (name.startsWith(words[0] ?? '')) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return entries
    .filter(({ label, keywords = '' }) => words.every((word) => `${label} ${keywords}`.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other));
}
