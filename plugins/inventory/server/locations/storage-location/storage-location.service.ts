import { newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  indexRecords,
  inUse,
  Party,
  type RecordUse,
  type SearchableRecord,
  sql,
  touched,
  touchedRows,
  unindexRecord,
} from '@millwright/core/server';
import {
  type BulkCreateStorageLocationsInput,
  type CreateStorageLocationInput,
  expandNames,
  fullNameOf,
  largestLocationBulk,
  listInventories,
  listInventoryChangeLogs,
  listInventoryReceipts,
  listItems,
  listStorageLocations,
  locationProblems,
  placeStates,
  type StorageLocation as StorageLocationReply,
  type StorageLocationSummary,
  type UpdateStorageLocationInput,
  waitingPlaceTypes,
} from '../../../contracts/index.ts';
import type { StockTables } from '../../stock/inventory-list/stock-tables.ts';
import { Department } from '../department/department.entity.ts';
import type { ClosedPlacesPort } from './places/closed-places.port.ts';
import { lockTree, unmarkDefault } from './places/default-location.ts';
import { placesOfPaths } from './places/location-paths.ts';
import { pathColumn, placesInside } from './places/place-columns.ts';
import { StorageLocation } from './storage-location.entity.ts';
import { storageLocationByID } from './storage-location.queries.ts';

/** The fields that history reports as changed, with values for people. */
const facts = (location: StorageLocationReply) => ({
  name: location.name,
  type: location.type,
  parent: location.parent === null ? null : fullNameOf(location.path.slice(0, -1)),
  reservationState: location.reservationState,
  isPromisable: location.isPromisable,
  department: location.department?.name ?? null,
  holderAccount: location.holderAccount.isSelf ? null : location.holderAccount.name,
  notes: location.notes,
  isDefault: location.isDefault,
});

const record = (id: string) => ({ type: 'storage_location', id });

const closedAround = () =>
  locationProblems.default_location({ message: 'The default place has to be open, and a place around it is closed' });

const refusedField = (path: string, message: string) => problems.invalid_input({ errors: [{ path, message }] });

/** Storage locations and their tree. */
export class StorageLocationService {
  readonly #closed: ClosedPlacesPort;

  constructor(closed: ClosedPlacesPort) {
    this.#closed = closed;
  }

  async create(ctx: AccountContext, input: CreateStorageLocationInput): Promise<StorageLocationReply> {
    const { parentID, holderAccountID, departmentID, notes, ...fields } = input;
    const { isPromisable = input.isDefault || !waitingPlaceTypes.includes(input.type) } = input;
    if (input.isDefault) {
      this.#checkDefault(input.reservationState, isPromisable);
      await lockTree(ctx);
      await unmarkDefault(ctx);
    }
    // The tree lock keeps the places around it from being closed meanwhile.
    if (parentID && !input.isDefault) await lockTree(ctx);
    const parent = (await this.#parent(ctx, parentID)) ?? null;
    await this.#checkName(ctx, fields.name, parent?.id ?? null);
    if (input.isDefault && parent?.isClosed) throw closedAround();
    const location = ctx.em.create(StorageLocation, {
      id: newID('loc'),
      ...fields,
      isPromisable,
      notes: notes ?? null,
      parent,
      isClosed: placeStates.is.closed(input.reservationState) || parent?.isClosed === true,
      holder: (await this.#holder(ctx, holderAccountID)) ?? null,
      department: (await this.#department(ctx, departmentID)) ?? null,
    });
    audit(ctx, { record: record(location.id), action: 'created' });
    await ctx.em.flush();
    const reply = await storageLocationByID(ctx, location.id);
    await indexRecord(ctx, documentOf(reply));
    touched(ctx, listStorageLocations);
    return reply;
  }

  async update(ctx: AccountContext, id: string, input: UpdateStorageLocationInput): Promise<StorageLocationReply> {
    const { version, parentID, holderAccountID, departmentID, ...fields } = input;
    const { reservationState, isPromisable } = fields;
    const isSettled = [parentID, reservationState, isPromisable].some((value) => value !== undefined);
    if (isSettled || fields.isDefault) await lockTree(ctx);
    if (fields.isDefault) await this.#lockBothDefaults(ctx, id);
    const location = await ctx.em.getForUpdate(StorageLocation, id);
    ctx.em.expectVersion(location, version);
    const before = await storageLocationByID(ctx, id);
    if (fields.isDefault || before.isDefault)
      this.#checkDefault(reservationState ?? before.reservationState, isPromisable ?? before.isPromisable);
    if (fields.isDefault && !before.isDefault) await unmarkDefault(ctx);
    const parent = await this.#parent(ctx, parentID);
    if (parent) await this.#checkOutside(ctx, id, parent.id);
    const beside = parent === undefined ? (before.parent?.id ?? null) : (parent?.id ?? null);
    if (fields.name !== undefined || parent !== undefined)
      await this.#checkName(ctx, fields.name ?? before.name, beside, id);
    const { isDefault, ...first } = fields;
    // The default place must always be open, so a closed place is opened before it becomes the default.
    const opensFirst = isDefault && before.isClosed;
    ctx.em.assign(location, {
      ...(opensFirst ? first : fields),
      parent,
      holder: await this.#holder(ctx, holderAccountID),
      department: await this.#department(ctx, departmentID),
    });
    await ctx.em.flush();
    if (isSettled) await this.#closed.settle(ctx, [id]);
    if (opensFirst) {
      if ((await storageLocationByID(ctx, id)).isClosed) throw closedAround();
      ctx.em.assign(location, { isDefault });
      await ctx.em.flush();
    }
    const reply = await storageLocationByID(ctx, id);
    const names = Object.keys(facts(reply)) as (keyof ReturnType<typeof facts>)[];
    const changes = changesOf(facts(before), facts(reply), names);
    if (changes.length === 0) return reply;
    audit(ctx, { record: record(id), action: 'updated', changes });
    await ctx.em.flush();
    if (reply.fullName !== before.fullName) {
      await this.#indexInside(ctx, id);
      touchedRows(ctx, listItems, listInventories, listInventoryReceipts, listInventoryChangeLogs);
    }
    touched(ctx, listStorageLocations);
    return reply;
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const location = await ctx.em.getForUpdate(StorageLocation, id);
    if (location.isDefault) throw locationProblems.default_location();
    // A transaction that puts stock here holds a key share lock on the place; this lock waits for it and keeps new ones
    // out.
    await sql`select id from inventory.storage_location
      where account_id = ${ctx.account.id} and id = ${id} for update`.execute(ctx.em.query());
    const uses = await usesOfPlace(ctx, id);
    if (uses.length) throw inUse(location.name, uses);
    ctx.em.remove(location);
    audit(ctx, { record: record(id), action: 'deleted', note: location.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'storage_location', id);
    touched(ctx, listStorageLocations);
  }

  async bulkCreate(ctx: AccountContext, input: BulkCreateStorageLocationsInput) {
    const levels = input.levels.map(({ names }) => expandNames(names));
    const bottom = levels.reduce((count, { length }) => count * length, 1);
    const all = levels.reduce((sum, _, depth) => sum + levels.slice(0, depth + 1).reduce((n, l) => n * l.length, 1), 0);
    if (all > largestLocationBulk)
      throw refusedField(
        'levels',
        `That makes ${all.toLocaleString('en-US')} places; at most ${largestLocationBulk} at a time`,
      );
    const paths = Array.from({ length: bottom }, (_, index) => pathAt(levels, index));
    const parent = input.parentID
      ? await storageLocationByID(ctx, await this.#parentID(ctx, input.parentID))
      : undefined;
    const { ids, createdCount, existingCount } = await placesOfPaths(ctx, paths, {
      below: parent && { id: parent.id, path: parent.path },
      create: { types: input.levels.map(({ type }) => type), reservationState: input.reservationState },
    });
    const items = (levels[0] ?? []).map((name): StorageLocationSummary => {
      const fullName = fullNameOf([...(parent?.path ?? []), name]);
      return { id: ids.get(fullName) as string, name, fullName };
    });
    return { createdCount, existingCount, items };
  }

  #checkDefault(state: StorageLocation['reservationState'], isPromisable: boolean): void {
    if (!isPromisable)
      throw locationProblems.default_location({
        message: 'The default place takes all stock, so it has to be promised from',
        errors: [{ path: 'isPromisable', message: 'The default place has to be promised from' }],
      });
    if (!placeStates.is.open(state))
      throw locationProblems.default_location({ message: 'The default place takes all stock, so it has to be open' });
  }

  /** Locks the old and the new default place, in the order in which stock movements lock places. */
  async #lockBothDefaults(ctx: AccountContext, id: string): Promise<void> {
    const old = await ctx.em.find(StorageLocation, { accountID: ctx.account.id, isDefault: true });
    await ctx.em.lockRows(StorageLocation, [id, ...old.map((place) => place.id)]);
  }

  async #parentID(ctx: AccountContext, id: string): Promise<string> {
    const parent = await this.#parent(ctx, id);
    return parent?.id ?? '';
  }

  /** The unique index guarantees uniqueness; this check can also name the other place. */
  async #checkName(ctx: AccountContext, name: string, parent: string | null, id?: string): Promise<void> {
    const taken = await ctx.em
      .query<StockTables>()
      .selectFrom('inventory.storage_location')
      .select('id')
      .where('account_id', '=', ctx.account.id)
      .where('name', '=', name)
      .where('parent_id', parent === null ? 'is' : '=', parent)
      .executeTakeFirst();
    if (taken && taken.id !== id)
      throw problems.duplicate({ errors: [{ path: 'name', message: 'There is a place of this name here already' }] });
  }

  /** Null makes the place a root, undefined keeps the parent. */
  async #parent(ctx: AccountContext, id: string | null | undefined): Promise<StorageLocation | null | undefined> {
    if (!id) return id as null | undefined;
    const parent = await ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, id });
    if (!parent) throw refusedField('parentID', 'There is no such storage location');
    return parent;
  }

  /** Null means the account itself, undefined keeps the holder. */
  async #holder(ctx: AccountContext, id: string | null | undefined): Promise<Party | null | undefined> {
    if (id === undefined) return undefined;
    if (!id || id === ctx.account.id) return null;
    const holder = await ctx.em.findOne(Party, { accountID: ctx.account.id, id });
    if (!holder) throw refusedField('holderAccountID', 'There is no such customer or supplier');
    return holder;
  }

  /** Null means the department of the place around it, undefined keeps the department. */
  async #department(ctx: AccountContext, id: string | null | undefined): Promise<Department | null | undefined> {
    if (!id) return id as null | undefined;
    const department = await ctx.em.findOne(Department, { accountID: ctx.account.id, id });
    if (!department) throw refusedField('departmentID', 'There is no such department');
    return department;
  }

  async #checkOutside(ctx: AccountContext, id: string, parentID: string): Promise<void> {
    const { rows } = await sql`select from ${placesInside(ctx, [id])} as inside where inside.id = ${parentID}`.execute(
      ctx.em.query(),
    );
    if (rows.length) throw locationProblems.location_cycle();
  }

  /** Search finds places by their full names, so a new name changes the entries of all places inside. */
  async #indexInside(ctx: AccountContext, id: string): Promise<void> {
    const places = await ctx.em
      .query<StockTables>()
      .selectFrom('inventory.storage_location as location')
      .select(['location.id', 'location.name', pathColumn('location', 'id').as('path')])
      .where('location.account_id', '=', ctx.account.id)
      .where('location.id', 'in', placesInside(ctx, [id]))
      .execute();
    await indexRecords(
      ctx,
      places.map((place) => documentOf({ ...place, fullName: fullNameOf(place.path ?? []) })),
    );
  }
}

const documentOf = ({ id, name, fullName }: StorageLocationSummary) => ({
  ...record(id),
  title: name,
  subtitle: fullName === name ? '' : fullName,
  text: '',
});

/** The names of one of the lowest places; the index counts through the levels, the last one fastest. */
function pathAt(levels: readonly (readonly string[])[], index: number): string[] {
  const names: string[] = [];
  let rest = index;
  for (const level of levels.toReversed()) {
    names.unshift(level[rest % level.length] as string);
    rest = Math.floor(rest / level.length);
  }
  return names;
}

/** References that prevent the deletion of a place: children, stock, history, and expected receipts. */
async function usesOfPlace(ctx: AccountContext, id: string): Promise<RecordUse[]> {
  const { rows } = await sql<{
    children: number;
    childNames: string[];
    items: number;
    skus: string[];
    movements: number;
    supplies: number;
  }>`
    select
      (select count(*)::int from inventory.storage_location child
        where child.account_id = ${ctx.account.id} and child.parent_id = ${id}) as children,
      array(select child.name from inventory.storage_location child
        where child.account_id = ${ctx.account.id} and child.parent_id = ${id}
        order by child.name limit 5) as "childNames",
      (select count(distinct balance.item_id)::int from inventory.balance balance
        where balance.account_id = ${ctx.account.id} and balance.location_id = ${id} and balance.on_hand > 0) as items,
      array(select distinct item.sku from inventory.balance balance
        join inventory.item item on item.account_id = balance.account_id and item.id = balance.item_id
        where balance.account_id = ${ctx.account.id} and balance.location_id = ${id} and balance.on_hand > 0
        order by item.sku limit 5) as skus,
      (select count(*)::int from inventory.movement movement
        where movement.account_id = ${ctx.account.id} and movement.location_id = ${id}) as movements,
      (select count(*)::int from inventory.supply supply
        where supply.account_id = ${ctx.account.id} and supply.location_id = ${id}) as supplies`.execute(
    ctx.em.query(),
  );
  const [found] = rows;
  if (!found) return [];
  const use = (count: number, one: string, many: string, examples: string[] = []): RecordUse[] =>
    count > 0 ? [{ what: count === 1 ? one : many, count, examples }] : [];
  return [
    ...use(found.children, 'place inside it', 'places inside it', found.childNames),
    ...use(found.items, 'item with stock', 'items with stock', found.skus),
    ...use(found.movements, 'stock movement', 'stock movements'),
    ...use(found.supplies, 'expected receipt', 'expected receipts'),
  ];
}

/** Places for generic features (search, references). */
export const storageLocationRecords: SearchableRecord = {
  type: 'storage_location',
  label: async (ctx, id) => (await storageLocationByID(ctx, id)).fullName,
};
