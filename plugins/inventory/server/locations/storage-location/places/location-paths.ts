import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, indexRecords, sql, touched } from '@millwright/core/server';
import {
  fullNameOf,
  listStorageLocations,
  pathNamesOf,
  placeStates,
  type ReservationState,
  type StorageLocationType,
} from '../../../../contracts/index.ts';
import { lockTree } from './default-location.ts';

/** Types of places that counts and receipts create, from the outermost to the innermost. */
export const newPlaceTypes = { types: ['warehouse', 'shelf', 'bin'] } as const;

/** Type and state of new places of a path. */
export interface NewPlaces {
  /**
   * By depth, from the first name of the paths on; deeper levels have the last type. Or a function of the place's
   * names.
   */
  types: readonly StorageLocationType[] | ((names: readonly string[]) => StorageLocationType);
  reservationState?: ReservationState;
}

export interface PlacesOfPaths {
  /** By `fullNameOf(names)`: the paths and all their ancestors. */
  ids: Map<string, string>;
  createdCount: number;
  existingCount: number;
}

interface Step {
  fullName: string;
  name: string;
  parentID: string | null;
  /** Type of the place if it is missing; undefined does not create it. */
  type: StorageLocationType | undefined;
}

async function placesOf(ctx: AccountContext, steps: readonly Step[]): Promise<Map<string, string>> {
  const parents = steps.map(({ parentID }) => parentID ?? '');
  const names = steps.map(({ name }) => name);
  // Two conditions, because `is not distinct from` cannot use an index.
  const { rows } = await sql<{ id: string; name: string; parentID: string | null }>`
    select id, name, parent_id as "parentID" from inventory.storage_location
      where account_id = ${ctx.account.id}
        and (parent_id, name) in (select * from unnest(${parents}::text[], ${names}::text[]))
    union all
    select id, name, parent_id from inventory.storage_location
      where account_id = ${ctx.account.id} and parent_id is null and name = any(${steps
        .filter(({ parentID }) => parentID === null)
        .map(({ name }) => name)}::text[])`.execute(ctx.em.query());
  return new Map(rows.map(({ id, name, parentID }) => [`${parentID ?? ''} ${name}`, id]));
}

/** The type of a new place with these names. */
const typeOf = ({ types }: NewPlaces, names: readonly string[]): StorageLocationType | undefined =>
  typeof types === 'function' ? types(names) : (types[names.length - 1] ?? types.at(-1));

const keyOf = ({ parentID, name }: Step): string => `${parentID ?? ''} ${name}`;

async function insertPlaces(
  ctx: AccountContext,
  steps: readonly Step[],
  { reservationState = 'open' }: NewPlaces,
): Promise<number> {
  // Sorted, so that two transactions that insert the same places wait for each other in one order.
  const rows = steps
    .map((step) => ({ ...step, id: newID('loc') }))
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const { rows: made } = await sql<{ id: string }>`insert into inventory.storage_location
      (account_id, id, name, type, parent_id, reservation_state, is_closed, created_at, updated_at)
    select ${ctx.account.id}, made.id, made.name, made.type, nullif(made.parent_id, ''), ${reservationState},
      ${placeStates.is.closed(reservationState)} or coalesce(above.is_closed,
        false), ${ctx.clock.now()}, ${ctx.clock.now()}
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ type }) => type ?? null)}::text[], ${rows.map(({ parentID }) => parentID ?? '')}::text[])
      as made (id, name, type, parent_id)
    left join inventory.storage_location above on above.account_id = ${ctx.account.id} and above.id = made.parent_id
    on conflict do nothing returning id`.execute(ctx.em.query());
  const madeIDs = new Set(made.map(({ id }) => id));
  const added = rows.filter(({ id }) => madeIDs.has(id));
  for (const { id } of added) audit(ctx, { record: { type: 'storage_location', id }, action: 'created' });
  await ctx.em.flush();
  await indexRecords(
    ctx,
    added.map(({ id, name, fullName }) => ({
      type: 'storage_location',
      id,
      title: name,
      subtitle: fullName === name ? '' : fullName,
      text: '',
    })),
  );
  return added.length;
}

/**
 * Finds the places of these paths, level by level, in a few statements for any number of them. With `create` missing
 * places are created, otherwise they are missing in the answer. `below` is the place in which the paths begin, with its
 * full name.
 */
export async function placesOfPaths(
  ctx: AccountContext,
  paths: readonly (readonly string[])[],
  {
    below,
    create,
  }: { below?: { id: string; path: readonly string[] } | undefined; create?: NewPlaces | undefined } = {},
): Promise<PlacesOfPaths> {
  const ids = new Map<string, string>();
  const start = below?.path ?? [];
  let [createdCount, existingCount] = [0, 0];
  const deepest = paths.reduce((most, { length }) => Math.max(most, length), 0);
  for (let depth = 0; depth < deepest; depth += 1) {
    const steps = new Map<string, Step>();
    for (const names of paths) {
      const name = names[depth];
      const parentID = depth === 0 ? (below?.id ?? null) : ids.get(fullNameOf([...start, ...names.slice(0, depth)]));
      if (name === undefined || parentID === undefined) continue;
      const fullName = fullNameOf([...start, ...names.slice(0, depth + 1)]);
      const type = create && typeOf(create, names.slice(0, depth + 1));
      steps.set(fullName, { fullName, name, parentID, type });
    }
    const wanted = [...steps.values()];
    let found = await placesOf(ctx, wanted);
    const missing = wanted.filter((step) => step.type && !found.has(keyOf(step)));
    let made = 0;
    if (create && missing.length > 0) {
      // The tree lock keeps the places around them from being closed meanwhile.
      await lockTree(ctx);
      made = await insertPlaces(ctx, missing, create);
      found = await placesOf(ctx, wanted);
    }
    createdCount += made;
    existingCount += found.size - made;
    for (const step of wanted) {
      const id = found.get(keyOf(step));
      if (id !== undefined) ids.set(step.fullName, id);
    }
  }
  if (createdCount > 0) touched(ctx, listStorageLocations);
  return { ids, createdCount, existingCount };
}

/**
 * Ids of places by path, as text ('Tool Crib / A / 1') or as a list of names; the answer's keys are
 * `fullNameOf(names)`. Missing places are created if `create` gives their types, from the root on.
 */
export async function locationsByPath(
  ctx: AccountContext,
  paths: readonly (string | readonly string[])[],
  { create }: { create?: NewPlaces } = {},
): Promise<Map<string, string>> {
  const names = paths.map((path) => (typeof path === 'string' ? pathNamesOf(path) : path));
  return (await placesOfPaths(ctx, names, { create })).ids;
}
