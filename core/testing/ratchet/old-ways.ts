import { longestLikeLines } from './like-lines.ts';

/** Counted old ways; each number may only fall (`ratchet.json`). */
export type OldWay = keyof typeof oldWays;

type Files = ReadonlyMap<string, string>;

const isTest = /\.(?:test|matrix|fuzz|night|soak|e2e|real-data)\.tsx?$|-fixture\.tsx?$|^core\/testing\//;

const matches = (files: Files, wanted: RegExp): number =>
  [...files.values()].reduce((sum, text) => sum + [...text.matchAll(wanted)].length, 0);

const filesWith = (files: Files, ...wanted: RegExp[]): number =>
  [...files.values()].filter((text) => wanted.every((each) => each.test(text))).length;

const only = (files: Files, path: RegExp): Files => new Map([...files].filter(([name]) => path.test(name)));

const endpointNamed = (verb: string): RegExp => new RegExp(String.raw`endpoint\(\{\s*name: '${verb}[A-Z]`);

/**
 * Number of entries in the largest folder. Migrations only grow, and the architecture sets the folders of core, where
 * only files count.
 */
function largestFolder(files: Files): number {
  const folders = new Map<string, Set<string>>();
  for (const path of files.keys()) {
    if (/(?:^|\/)(?:migrations|adr)\//.test(path)) continue;
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (folder === 'core' && depth + 1 < parts.length) continue;
      folders.set(folder, (folders.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  return Math.max(...[...folders.values()].map((entries) => entries.size));
}

/**
 * Migrations with comments that break too early. They have landed before comments were counted, and a migration that
 * has landed is never edited.
 */
const landedMigrations: ReadonlySet<string> = new Set([
  'plugins/inventory/server/migrations/Migration20261122175522_closed_places_and_portal_holds.ts',
]);

/** Number of comment lines that break although the next word would still fit. */
function brokenComments(files: Files): number {
  let count = 0;
  for (const [path, text] of files) {
    if (landedMigrations.has(path)) continue;
    const lines = text.split('\n');
    lines.forEach((line, index) => {
      const [, first] = /^\s*(?:\/\/|\*) ([a-z][^\s]*)/.exec(lines[index + 1] ?? '') ?? [];
      const isComment = /^\s*(?:\/\/|\/?\*{1,2}) \S.*[\w,)'"`]$/.test(line);
      if (first && isComment && line.length + 1 + first.length <= 120) count += 1;
    });
  }
  return count;
}

/** Counters of old ways that have a newer replacement. */
export const oldWays = {
  'hand-written lists (listPage outside core)': (files: Files) => matches(only(files, /^plugins\//), /\blistPage\(/g),
  'hand-written small records (five endpoints in one contract)': (files: Files) =>
    filesWith(only(files, /\.contract\.ts$/), ...['list', 'get', 'create', 'update', 'delete'].map(endpointNamed)),
  'screens that use DetailScreen': (files: Files) => filesWith(only(files, /\.tsx$/), /<DetailScreen\b/),
  'casts over never or unknown': (files: Files) => matches(files, /\bas never\b|\bas unknown as\b/g),
  'spread literals': (files: Files) => matches(files, /\.\.\.\{ \w/g),
  'days in milliseconds (86,400,000)': (files: Files) => matches(files, /\b86_?400_?000\b/g),
  'comments broken in mid-line': brokenComments,
  'entries of the largest folder': largestFolder,
  'lines of the ten longest copies': (files: Files) =>
    longestLikeLines(
      new Map([...files].filter(([path]) => !isTest.test(path) && !/\/migrations\//.test(path))),
      10,
    ).reduce((sum, { length }) => sum + length, 0),
} as const satisfies Record<string, (files: Files) => number>;

/** All numbers of a repository, by old way. The ratchet's own tests hold examples of each and are not counted. */
export function numbersOf(files: Files): Record<OldWay, number> {
  const counted = new Map([...files].filter(([path]) => !/^core\/testing\/ratchet\/[^/]+\.test\.ts$/.test(path)));
  return Object.fromEntries(Object.entries(oldWays).map(([name, count]) => [name, count(counted)])) as Record<
    OldWay,
    number
  >;
}

/**
 * Lines of server, contracts and screens per call of each plugin. Only reported, because a rule adds lines without
 * adding a call.
 */
export function linesPerCall(files: Files): Record<string, number> {
  const plugins = new Set([...files.keys()].flatMap((path) => /^plugins\/([^/]+)\//.exec(path)?.[1] ?? []));
  return Object.fromEntries(
    [...plugins].map((plugin) => {
      const own = only(files, new RegExp(`^plugins/${plugin}/(?!.*/migrations/)`));
      const source = new Map([...own].filter(([path]) => !isTest.test(path)));
      const lines = [...source.values()].reduce((sum, text) => sum + text.split('\n').length, 0);
      const calls = matches(source, /\bendpoint\(\{/g) + 5 * matches(source, /\bcrudEndpoints\(\{/g);
      return [plugin, Math.round(lines / Math.max(1, calls))];
    }),
  );
}
