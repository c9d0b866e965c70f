import {
  type AccountContext,
  type PlainDraft,
  type PlainImport,
  type PlainValues,
  type RecordUse,
  reasonsOf,
  sql,
  type UndoneSet,
} from '@millwright/core/server';
import {
  fullNameOf,
  listStorageLocations,
  placeStates,
  type StorageLocationType,
  storageLocations,
  storageLocationTypes,
  waitingPlaceTypes,
} from '../../../../contracts/index.ts';
import { nameOf, notesField } from '../../../catalogue/shared/plain-fields.ts';
import type { ClosedPlacesPort } from '../places/closed-places.port.ts';
import { defaultFaults, markAgain, refusalsOfDefault } from './location-import-default.ts';
import { type ImportedPlaces, importedPlaces, preparePlaces } from './location-import-paths.ts';

const { shape } = storageLocations.createBody;
const pathOf = (values: PlainValues): string => String(values['fullName'] ?? '');

/** Whether a place is promised from: as its row says, as it is, or as places of its type are. */
function completePromise({ record, before, values, fault }: PlainDraft): void {
  const cell = record.rows.map(({ fields }) => fields['isPromisable']).find((value) => typeof value === 'boolean');
  const type = String(values['type']) as StorageLocationType;
  const usual = values['isDefault'] === true || !waitingPlaceTypes.includes(type);
  values['isPromisable'] = cell ?? before?.values['isPromisable'] ?? usual;
  if (values['isDefault'] === true && values['isPromisable'] === false)
    fault('isPromisable', 'The default place has to be promised from');
}

/** Where a place is and what it is called: as it stands, or by the path of its row. */
function completePath(draft: PlainDraft, places: ImportedPlaces): void {
  completePromise(draft);
  const { record, before, values, fault, warn } = draft;
  for (const { field, message } of places.faults.get(record.key) ?? []) fault(field, message);
  if (before) {
    values['fullName'] = before.values['fullName'] ?? '';
    return;
  }
  const path = places.paths.get(record.key) ?? [];
  for (const name of path) {
    const found = shape.name.safeParse(name);
    if (!found.success) fault(places.keyField(record), found.error.issues[0]?.message ?? 'Cannot be read');
  }
  const above = path.slice(0, -1);
  values['name'] = path.at(-1) ?? '';
  values['fullName'] = fullNameOf(path);
  values['parent'] = above.length ? { id: places.ids.get(fullNameOf(above)) ?? '', name: fullNameOf(above) } : null;
  for (let depth = 1; depth <= above.length; depth += 1) {
    const fullName = fullNameOf(above.slice(0, depth));
    if (!places.ids.has(fullName) && !places.own.has(fullName))
      warn(places.keyField(record), `The storage location ${fullName} will be created`);
  }
}

/** Full names of places by their ids: level by level upwards, for all of them together. */
async function fullNamesOf(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, PlainValues>> {
  const { rows } = await sql<{ id: string; path: string[] }>`with recursive above (id, parent_id, name, height) as (
      select id, parent_id, name, 0 from inventory.storage_location
        where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])
      union all
      select above.id, place.parent_id, place.name, above.height + 1 from above
        join inventory.storage_location place on place.account_id = ${ctx.account.id} and place.id = above.parent_id
    ) select id, array_agg(name order by height desc) as path from above group by id`.execute(ctx.em.query());
  return new Map(rows.map(({ id, path }) => [id, { fullName: fullNameOf(path) }]));
}

/** What keeps places: what is inside them and stays, stock, history, and receipts that are expected there. */
async function usesOfPlaces(
  ctx: AccountContext,
  ids: readonly string[],
  set: UndoneSet,
): Promise<Map<string, RecordUse[]>> {
  const { rows: inside } = await sql<{ id: string; parentID: string; name: string }>`with recursive inside as (
      select id, parent_id, name from inventory.storage_location
        where account_id = ${ctx.account.id} and parent_id = any(${[...ids]}::text[])
      union
      select place.id, place.parent_id, place.name from inside
        join inventory.storage_location place on place.account_id = ${ctx.account.id} and place.parent_id = inside.id
    ) select id, parent_id as "parentID", name from inside order by name`.execute(ctx.em.query());
  const children = Map.groupBy(inside, ({ parentID }) => parentID);
  const gone = new Set([...ids, ...(await set.createdByIt(inside.map(({ id }) => id)))]);
  // A place that only leads to those that go was made for them.
  const goes = (id: string): boolean => {
    const childRows = children.get(id) ?? [];
    return gone.has(id) || (childRows.length > 0 && childRows.every((child) => goes(child.id)));
  };
  const { rows } = await sql<{ id: string; kind: keyof typeof words; count: number; examples: string[] }>`
    select balance.location_id as id, 'item' as kind, count(distinct balance.item_id)::int as count,
        (array_agg(distinct item.sku order by item.sku))[1:5] as examples
      from inventory.balance balance
      join inventory.item item on item.account_id = balance.account_id and item.id = balance.item_id
      where balance.account_id = ${ctx.account.id} and balance.location_id = any(${[...ids]}::text[])
        and balance.on_hand > 0
      group by balance.location_id
    union all select location_id, 'movement', count(*)::int, '{}' from inventory.movement
      where account_id = ${ctx.account.id} and location_id = any(${[...ids]}::text[]) group by location_id
    union all select location_id, 'supply', count(*)::int, '{}' from inventory.supply
      where account_id = ${ctx.account.id} and location_id = any(${[...ids]}::text[]) group by location_id`.execute(
    ctx.em.query(),
  );
  const uses = new Map<string, RecordUse[]>();
  for (const id of ids) {
    const names = (children.get(id) ?? []).filter((child) => !goes(child.id)).map(({ name }) => name);
    if (names.length)
      uses.set(id, [
        {
          what: names.length === 1 ? 'place inside it' : 'places inside it',
          count: names.length,
          examples: names.slice(0, 5),
        },
      ]);
  }
  for (const { id, kind, count, examples } of rows)
    uses.set(id, [...(uses.get(id) ?? []), { what: words[kind][count === 1 ? 0 : 1], count, examples }]);
  return uses;
}

const words = {
  item: ['item with stock', 'items with stock'],
  movement: ['stock movement', 'stock movements'],
  supply: ['expected receipt', 'expected receipts'],
} as const;

const declaration: Omit<PlainImport<ImportedPlaces>, 'tell'> = {
  name: 'storage-locations',
  title: 'Storage locations',
  description:
    'Creates storage locations, or changes those whose path exists. ' +
    'What is missing on the way to a place is created too; ' +
    'in files of more than 2,000 rows a place comes before what is inside it. Empty cells leave what is there.',
  recordType: 'storage_location',
  prefix: 'loc',
  table: 'inventory.storage_location',
  domain: 'storage_locations',
  words: ['storage location', 'storage locations'],
  keys: ['fullName', 'name'],
  within: ['parent'],
  fields: [
    {
      name: 'fullName',
      label: 'Full path',
      longest: 1000,
      synonyms: ['path', 'location path', 'storage location', 'location', 'place', 'location full name'],
      description: 'Names from the outside in, with a slash between spaces.',
      example: 'Building A / Aisle 1 / Bin 3',
    },
    {
      name: 'name',
      label: 'Name',
      longest: 1000,
      column: 'name',
      isCompleted: true,
      synonyms: ['location name', 'place name', 'bin', 'location code'],
      description: 'With the parent where there is no path.',
      example: 'Bin 3',
    },
    {
      name: 'parent',
      label: 'Parent',
      longest: 1000,
      column: 'parent_id',
      isCompleted: true,
      refersTo: { table: 'inventory.storage_location', what: 'storage location' },
      synonyms: ['parent name', 'parent location', 'parent path', 'inside', 'within'],
      description: 'Path of the place that it is inside of, or its name where only one has it.',
      example: 'Building A / Aisle 1',
    },
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      choices: Object.keys(storageLocationTypes),
      column: 'type',
      blank: 'bin',
      schema: shape.type,
      synonyms: ['location type', 'storage location type', 'kind'],
      description: 'bin where the row does not say.',
      example: 'bin',
    },
    {
      name: 'reservationState',
      label: 'State',
      kind: 'choice',
      choices: [...placeStates.codes],
      column: 'reservation_state',
      blank: 'open',
      schema: shape.reservationState,
      synonyms: ['reservation', 'reserved state', 'location state', 'status', 'availability'],
      description: 'open where the row does not say.',
      example: 'open',
    },
    {
      name: 'isPromisable',
      label: 'Promised',
      kind: 'boolean',
      column: 'is_promisable',
      // What a new place is promised depends on its type.
      isCompleted: true,
      synonyms: ['is promisable', 'promisable', 'promised to orders', 'available to promise', 'sellable'],
      description: 'Whether what lies there is promised to orders; not so at docks, in packing and in quarantine.',
      example: 'yes',
    },
    {
      name: 'department',
      label: 'Department',
      longest: 100,
      column: 'department_id',
      refersTo: { table: 'inventory.department', what: 'department' },
      synonyms: ['department name', 'dept'],
      description: 'Who works there; that of the place around it where the row does not say.',
      example: '',
    },
    {
      name: 'holder',
      label: 'Held by',
      longest: 200,
      column: 'holder_id',
      history: 'holderAccount',
      refersTo: {
        table: 'core.v_parties',
        what: 'customer or supplier',
        by: ['number'],
        isNone: (ctx, cell) => cell.toLowerCase() === ctx.account.name.toLowerCase(),
      },
      synonyms: ['holder account', 'holder account name', 'held by', 'holder name', 'account', 'held by account'],
      description:
        'Number or name of the customer or supplier who has the stock; the account itself where the row does not say.',
      example: '',
    },
    {
      name: 'isDefault',
      label: 'Default',
      kind: 'boolean',
      column: 'is_default',
      blank: false,
      synonyms: ['default location', 'default place', 'default storage location'],
      description: 'Where stock goes that comes without a place; one place of all.',
      example: 'no',
    },
    notesField,
  ],
  computed: fullNamesOf,
  lists: [listStorageLocations],
  labelOf: pathOf,
  document: (values) => {
    const [title, path] = [nameOf(values), pathOf(values)];
    return { title, subtitle: path === title ? '' : path, text: '' };
  },
  known: importedPlaces,
  find: (records, { paths, ids }) =>
    new Map(
      records.flatMap(({ key }) => {
        const id = ids.get(fullNameOf(paths.get(key) ?? []));
        return id === undefined ? [] : [[key, id] as const];
      }),
    ),
  complete: (_ctx, draft, places) => completePath(draft, places),
  refuse: (ctx, judged) =>
    defaultFaults(
      ctx,
      judged.map(({ draft }) => draft),
    ),
  prepare: preparePlaces,
  uses: async (ctx, ids, set) => reasonsOf(await usesOfPlaces(ctx, ids, set)),
  refusals: refusalsOfDefault,
  undone: markAgain,
};

/** Storage locations from files: created where the path ends, or changed where it exists. */
export function storageLocationImport(closed: ClosedPlacesPort): PlainImport<ImportedPlaces> {
  // Stock of places that a file closes, opens or moves follows.
  const settle = (ctx: AccountContext, facts: readonly { id: string }[]): Promise<void> =>
    closed.settle(
      ctx,
      facts.map(({ id }) => id),
    );
  return { ...declaration, tell: { created: settle, changed: settle, deleted: async () => undefined } };
}
