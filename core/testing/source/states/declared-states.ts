import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { States } from '../../../contracts/records/states.ts';
import type { StateSQL } from '../../../database/rows/state-sql.ts';

/** Objects of a database that can name a state. */
export interface StateCatalogue {
  /** CHECK constraints by table: `commerce.shipment`. */
  checks: readonly { table: string; definition: string }[];
  /** Views and functions, each with the tables and views that it reads directly. */
  objects: readonly { name: string; definition: string; reads: readonly string[] }[];
}

type DeclaredSQL = Pick<StateSQL<States['declared']>, 'table' | 'column' | 'seenBy'> & {
  states: Pick<States, 'record'> & { codes: readonly string[] };
};

const root = resolve(import.meta.dirname, '../../../..');

/** Sources without tests, by path from the root. */
export const stateSources = (): Map<string, string> =>
  new Map(
    globSync('{core,plugins,cli,shell,widgets}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !isOfTests.test(path))
      .sort()
      .map((path) => [path, readFileSync(resolve(root, path), 'utf8')]),
  );
const isOfTests =
  /\.(?:test|matrix|fuzz|soak|night|e2e|real-data)\.tsx?$|-fixture\.tsx?$|\/(?:migrations|testing|bench|e2e)\//;

const isOf = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

/** All declared states from the contracts, and their SQL counterparts. */
export async function declaredStates(): Promise<{ states: Map<string, States>; sql: DeclaredSQL[] }> {
  const states = new Map<string, States>();
  const sql: DeclaredSQL[] = [];
  for (const [path, source] of stateSources()) {
    if (
      !/\b(?:declareStates|stateSQL)\(/.test(source) ||
      /core\/(?:contracts\/records\/states|database\/rows\/state-sql)\.ts/.test(path)
    )
      continue;
    for (const [name, value] of Object.entries((await import(resolve(root, path))) as Record<string, unknown>))
      if (isOf(value, 'declared', 'codes', 'those')) states.set(name, value as States);
      else if (isOf(value, 'states', 'seenBy', 'not')) sql.push(value as DeclaredSQL);
  }
  return { states, sql };
}

const names = (definition: string, code: string): boolean => definition.includes(`'${code}'`);

/**
 * Faults of a declaration's database objects: a CHECK without one of its codes, or a view or function with its states
 * that was not reviewed for all of them.
 */
export function notLookedAt({ states, table, column, seenBy }: DeclaredSQL, catalogue: StateCatalogue): string[] {
  if (!table) return [];
  const { codes } = states;
  const found: string[] = [];
  if (column) {
    const checks = catalogue.checks.filter((check) => check.table === table);
    const isWhole = ({ definition }: { definition: string }) =>
      new RegExp(`\\b${column} = ANY \\(ARRAY`).test(definition) && codes.every((code) => names(definition, code));
    if (!checks.some(isWhole)) found.push(`no CHECK of ${table} names ${codes.join(', ')}`);
  }
  const naming = catalogue.objects
    .filter((object) => readsOf(object.name, catalogue).has(table))
    .filter(({ definition }) => codes.some((code) => names(definition, code)))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name } of naming) {
    const seen = seenBy[name] ?? [];
    const missing = codes.filter((code) => !seen.includes(code));
    if (missing.length)
      found.push(`${name} names states of ${states.record} and was not looked at for ${missing.join(', ')}`);
  }
  const surplus = Object.keys(seenBy).filter((name) => !naming.some((object) => object.name === name));
  return [...found, ...surplus.map((name) => `${name} names no state of ${states.record}`)];
}

/** Tables and views that an object reads, directly or indirectly. */
function readsOf(name: string, { objects }: StateCatalogue, known = new Set<string>()): Set<string> {
  for (const read of objects.find((object) => object.name === name)?.reads ?? [])
    if (!known.has(read)) readsOf(read, { checks: [], objects }, known.add(read));
  return known;
}

/** Sources that query these states, with the queried properties and their numbers. */
export function placesThatAsk(exported: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const asking = new RegExp(`\\b(?:${exported.join('|')})\\.(?:(?:is|not|those)\\.)?(\\w+)`, 'g');
  return [...sources].flatMap(([path, source]) => {
    const queried = [...source.matchAll(asking)].map(([, what = '']) => what);
    return queried.length ? [`${path}: ${[...new Set(queried)].sort().join(', ')}`] : [];
  });
}
