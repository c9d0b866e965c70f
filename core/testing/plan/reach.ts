import { posix } from 'node:path';
import { type FileImports, readImports } from '../source/imports/file-imports.ts';
import type { ImportGraph } from '../source/imports/import-graph.ts';
import { type Change, isSilent } from './changes.ts';
import { projectOf } from './projects.ts';

/** Files affected by a change. */
export interface Reach {
  /** Changed files and all their users, including tests. */
  files: ReadonlySet<string>;
  /** Files that are changed themselves. */
  changed: ReadonlySet<string>;
  /** The first changed file that affects everything; undefined if there is none. */
  everythingBy: string | undefined;
}

/** Files that every test depends on. */
const everything = [
  /^(package(-lock)?\.json|tsconfig[^/]*\.json|vitest\.config\.ts|\.ci\/.*)$/,
  /^cli\/(bootstrap|bootstrap\/(test-report|test-run))\.mjs$/,
  /^core\/testing\/(postgres\/(postgres-server|test-database)|plan\/fixed-seed|calls\/until)\.ts$/,
];

/** Tables of contents import everything; following their imports would affect every file. */
const tableOfContents = /(^|\/)(plugin|core-plugin|core-entities|platform-plugins|platform\.config)\.ts$/;

const migration = /^(?:core|plugins\/[^/]+\/server)\/migrations\//;

/** Suites that cover all tables. */
export const ofTables: readonly string[] = [
  'core/database/schema/migrations.matrix.ts',
  'core/testing/matrices/rows/tenant-isolation.matrix.ts',
  'core/boot/boot.matrix.ts',
];

/** Follows changes from file to file, against the direction of the imports. */
export function reachOf(graph: ImportGraph, changes: readonly Change[]): Reach {
  const besides = new Map<string, string[]>();
  for (const path of graph.files) {
    if (projectOf(path) !== 'unit') continue;
    const folder = posix.dirname(path);
    besides.set(folder, [...(besides.get(folder) ?? []), path]);
  }
  const reached = new Set<string>();
  const entered = new Set<string>();
  const addReached = (start: string, { throughTables = false } = {}): void => {
    const waiting = [start];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const key = `${path}\0${throughTables}`;
      if (entered.has(key)) continue;
      entered.add(key);
      reached.add(path);
      if (projectOf(path) || (tableOfContents.test(path) && path !== start && !throughTables)) continue;
      // A test boots the plugin, a table of contents, and so uses the files beside it.
      for (const test of besides.get(posix.dirname(path)) ?? []) reached.add(test);
      waiting.push(...(graph.neededBy.get(path) ?? []));
    }
  };

  const readers = readersOf(graph);
  const changed = new Set(changes.filter((change) => !isSilent(change)).map(({ path }) => path));
  for (const change of changes) {
    const { path } = change;
    for (const test of path.endsWith('.md') ? readers.documents : isSource.test(path) ? readers.sources : [])
      reached.add(test);
    if (!changed.has(path)) continue;
    if (migration.test(path)) {
      addReached(
        path.startsWith('core/')
          ? 'core/boot/core-plugin/core-plugin.ts'
          : `${path.split('/server/')[0]}/server/plugin.ts`,
        {
          throughTables: true,
        },
      );
    }
    if (migration.test(path) || path.endsWith('.entity.ts')) for (const suite of ofTables) reached.add(suite);
    const now = change.after === undefined ? undefined : graph.importsOf(path);
    const then = change.before === undefined ? undefined : readImports(path, change.before);
    if (now?.isBarrel && then?.isBarrel) {
      for (const name of passedOtherwise(graph, path, then, now))
        for (const importer of graph.importersOf(path, name)) addReached(importer);
    } else if (
      tableOfContents.test(path) &&
      now &&
      then &&
      JSON.stringify(now.imports) !== JSON.stringify(then.imports)
    ) {
      for (const target of importedOtherwise(graph, path, then, now)) addReached(target);
    } else if (graph.files.has(path)) addReached(path);
  }
  return {
    files: reached,
    changed,
    everythingBy: changes.find(({ path }) => everything.some((each) => each.test(path)))?.path,
  };
}

const isSource = /\.(tsx?|mjs|css|json)$/;

/** Tests that read sources or documents of the repository, directly or through an imported file. */
function readersOf(graph: ImportGraph): { sources: string[]; documents: string[] } {
  const tests = [...graph.files].filter((path) => projectOf(path) === 'unit');
  const having = (isReading: (file: FileImports) => boolean): string[] =>
    tests.filter((test) =>
      [test, ...(graph.needs.get(test) ?? [])].some((path) => {
        const file = graph.importsOf(path);
        return file !== undefined && isReading(file);
      }),
    );
  return {
    sources: having(({ readsTree }) => readsTree),
    documents: having(({ readsDocuments }) => readsDocuments),
  };
}

/** Names that a barrel re-exports from another file than before, no longer, or newly. */
function passedOtherwise(graph: ImportGraph, path: string, then: FileImports, now: FileImports): Set<string> {
  const namesOf = (file: FileImports): Map<string, string> =>
    new Map(
      file.passesOn.flatMap(({ from, names }): [string, string][] => {
        if (names !== '*') return names.map(([outer, inner]) => [outer, `${from}\0${inner}`]);
        const target = graph.resolve(path, from);
        return [...(target ? graph.exportsOf(target) : [])].map((name) => [name, from]);
      }),
    );
  const [old, fresh] = [namesOf(then), namesOf(now)];
  return new Set([...old.keys(), ...fresh.keys()].filter((name) => old.get(name) !== fresh.get(name)));
}

/** Files that a table of contents imports newly, no longer, or with other names. */
function importedOtherwise(graph: ImportGraph, path: string, then: FileImports, now: FileImports): Set<string> {
  const linesOf = ({ imports }: FileImports): Map<string, string> =>
    new Map(imports.map((each) => [JSON.stringify(each), each.from]));
  const [old, fresh] = [linesOf(then), linesOf(now)];
  const specifiers = [...old, ...fresh].filter(([line]) => !(old.has(line) && fresh.has(line))).map(([, from]) => from);
  return new Set(specifiers.flatMap((from) => graph.resolve(path, from) ?? []));
}
