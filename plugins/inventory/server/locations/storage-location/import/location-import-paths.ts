import { newID } from '@millwright/core/contracts';
import { type AccountContext, cellOf, type PlainPreparation, type PlainWrite, sql } from '@millwright/core/server';
import { fullNameOf, pathNamesOf } from '../../../../contracts/index.ts';
import { lockTree } from '../places/default-location.ts';
import { newPlaceTypes, placesOfPaths } from '../places/location-paths.ts';
import { pathColumn } from '../places/place-columns.ts';
import { passDefaultOn } from './location-import-default.ts';

type Rows = Parameters<typeof cellOf>[0];
interface ImportedRecord {
  key: string;
  rows: Rows;
}

/** Where the rows of a chunk put places, and what is there. */
export interface ImportedPlaces {
  /** Names from the root on, by the key of the record. */
  paths: ReadonlyMap<string, readonly string[]>;
  faults: ReadonlyMap<string, readonly { field: string; message: string }[]>;
  /** Places there are, by their full names. */
  ids: ReadonlyMap<string, string>;
  /** Full names of the places that the rows make themselves. */
  own: ReadonlySet<string>;
  /** The field that says where a record is. */
  keyField(record: ImportedRecord): string;
}

const textOf = (rows: Rows, field: string): string | undefined => {
  const cell = cellOf(rows, field);
  return typeof cell === 'string' ? cell : undefined;
};

interface Entry {
  key: string;
  /** The names that the row gives, without what is above them. */
  names: readonly string[];
  /** As the row names it; undefined where it has a path or is a root. */
  parent: readonly string[] | undefined;
}

const entryOf = ({ key, rows }: ImportedRecord): Entry => {
  const [path, name, parent] = [textOf(rows, 'fullName'), textOf(rows, 'name'), textOf(rows, 'parent')];
  if (path !== undefined) return { key, names: pathNamesOf(path), parent: undefined };
  return { key, names: pathNamesOf(name ?? ''), parent: parent === undefined ? undefined : pathNamesOf(parent) };
};

/** Paths of the places that have these names, whatever they are inside of. */
async function pathsByName(ctx: AccountContext, names: readonly string[]): Promise<Map<string, string[][]>> {
  if (!names.length) return new Map();
  const { rows } = await sql<{
    name: string;
    path: string[];
  }>`select location.name, ${pathColumn('location', 'id')} as path
    from inventory.storage_location location
    where location.account_id = ${ctx.account.id} and location.name = any(${[...names]}::text[])`.execute(
    ctx.em.query(),
  );
  return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [name, own.map(({ path }) => path)]));
}

/** Where each row puts its place: by its path, or by the name of a place that it is inside of, there or in the rows. */
function resolvePaths(
  entries: readonly Entry[],
  ids: ReadonlyMap<string, string>,
  byName: ReadonlyMap<string, readonly (readonly string[])[]>,
) {
  const paths = new Map<string, readonly string[]>();
  const faults = new Map<string, { field: string; message: string }[]>();
  const inRows = Map.groupBy(
    entries.filter(({ names }) => names.length),
    ({ names }) => names.at(-1) as string,
  );
  const above = ({ key, parent }: Entry, seen: ReadonlySet<string>): readonly string[] => {
    if (!parent?.length) return [];
    const [name = ''] = parent;
    if (parent.length > 1 || ids.has(name)) return parent;
    const there = byName.get(name) ?? [];
    const fileRows = there.length ? [] : (inRows.get(name) ?? []).filter((entry) => entry.key !== key);
    const [place] = there;
    const [row] = fileRows;
    if (there.length + fileRows.length > 1)
      faults.set(key, [
        {
          field: 'parent',
          message: `${there.length + fileRows.length} storage locations are called ${name}: write the path`,
        },
      ]);
    else if (place) return place;
    else if (row && !seen.has(row.key)) return pathOf(row, new Set([...seen, key]));
    return parent;
  };
  const pathOf = (entry: Entry, seen: ReadonlySet<string>): readonly string[] => {
    const known = paths.get(entry.key);
    if (known) return known;
    const path = [...above(entry, seen), ...entry.names];
    paths.set(entry.key, path);
    return path;
  };
  for (const entry of entries) pathOf(entry, new Set());
  return { paths, faults };
}

/** What the rows of a chunk are judged against, in a few statements. */
export async function importedPlaces(ctx: AccountContext, records: readonly ImportedRecord[]): Promise<ImportedPlaces> {
  const entries = records.map(entryOf);
  const direct = entries.map(({ names, parent = [] }) => [...parent, ...names]);
  const first = await placesOfPaths(ctx, direct);
  const bare = entries.flatMap(({ parent }) => {
    const [name] = parent ?? [];
    return parent?.length === 1 && name !== undefined && !first.ids.has(name) ? [name] : [];
  });
  const byName = await pathsByName(ctx, [...new Set(bare)]);
  const { paths, faults } = resolvePaths(entries, first.ids, byName);
  const moved = entries.flatMap(({ key }, index) => {
    const path = paths.get(key) ?? [];
    return fullNameOf(path) === fullNameOf(direct[index] ?? []) ? [] : [path];
  });
  const { ids } = moved.length ? await placesOfPaths(ctx, [...direct, ...moved]) : first;
  for (const { key, rows } of records) {
    const [path, name] = [textOf(rows, 'fullName'), textOf(rows, 'name')];
    const last = paths.get(key)?.at(-1);
    if (path !== undefined && name !== undefined && pathNamesOf(name).at(-1) !== last)
      faults.set(key, [{ field: 'name', message: `The path ends with ${last ?? ''}` }]);
    else if (last === undefined) faults.set(key, [{ field: 'fullName', message: 'Name is required' }]);
  }
  return {
    paths,
    faults,
    ids,
    own: new Set([...paths.values()].map(fullNameOf)),
    keyField: ({ rows }) => (textOf(rows, 'fullName') === undefined ? 'name' : 'fullName'),
  };
}

const parentOf = ({ values }: PlainWrite): { id: string; name: string } | undefined => {
  const parent = values['parent'];
  return typeof parent === 'object' && parent !== null && 'id' in parent ? parent : undefined;
};

/** Gives new places the ids of what they are inside of, and makes what is missing on the way to them. */
async function makeAbove(
  ctx: AccountContext,
  writes: readonly PlainWrite[],
): Promise<NonNullable<PlainPreparation['made']>> {
  const waiting = writes.filter((write) => parentOf(write)?.id === '');
  if (!waiting.length) return [];
  const writtenByPath = new Map(writes.map(({ id, values }) => [String(values['fullName']), id]));
  const { ids } = await placesOfPaths(
    ctx,
    waiting.map((write) => pathNamesOf(parentOf(write)?.name ?? '')),
  );
  const known = new Map([...writtenByPath, ...ids]);
  const made: NonNullable<PlainPreparation['made']> = [];
  for (const write of waiting) {
    const names = pathNamesOf(parentOf(write)?.name ?? '');
    let parent: { id: string; name: string } | null = null;
    for (const [depth, name] of names.entries()) {
      const fullName = fullNameOf(names.slice(0, depth + 1));
      let id = known.get(fullName);
      if (id === undefined) {
        id = newID('loc');
        known.set(fullName, id);
        const type = newPlaceTypes.types[depth] ?? 'bin';
        const values = {
          name,
          fullName,
          parent,
          type,
          reservationState: 'open',
          isPromisable: true,
          department: null,
          holder: null,
          isDefault: false,
          notes: null,
        };
        made.push({ forID: write.id, write: { id, values, parts: [], before: undefined } });
      }
      parent = { id, name: fullName };
    }
    write.values['parent'] = parent;
  }
  return made;
}

/** What places need before they are written. */
export async function preparePlaces(ctx: AccountContext, writes: readonly PlainWrite[]): Promise<PlainPreparation> {
  await lockTree(ctx);
  return { made: await makeAbove(ctx, writes), others: await passDefaultOn(ctx, writes) };
}
