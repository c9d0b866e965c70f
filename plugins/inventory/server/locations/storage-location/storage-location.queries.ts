import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listIDs, listPage, searchIDs, sql } from '@millwright/core/server';
import {
  compareNames,
  fullNameOf,
  type LocationFilter,
  listStorageLocations,
  matchPlaces,
  type ReservationState,
  type StorageLocation,
  type StorageLocationNode,
  type StorageLocationRow,
  type StorageLocationType,
} from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import type { StockTables } from '../../stock/inventory-list/stock-tables.ts';
import { pathColumn, placesInside } from './place-columns.ts';

const from = (ctx: AccountContext) =>
  ctx.em
    .query<StockTables>()
    .selectFrom('inventory.storage_location as location')
    .where('location.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

const childCount = sql<number>`(select count(*)::int from inventory.storage_location child
  where child.account_id = location.account_id and child.parent_id = location.id)`;
const itemCount = sql<number>`(select count(distinct balance.item_id)::int from inventory.balance balance
  where balance.account_id = location.account_id and balance.location_id = location.id and balance.on_hand > 0)`;

const department = sql<{ id: string; name: string } | null>`(select json_build_object('id', department.id,
    'name', department.name) from inventory.department department
  where department.account_id = location.account_id and department.id = location.department_id)`;

const withColumns = (query: Matching) =>
  query.select([
    'location.id',
    'location.name',
    sql<StorageLocationType>`location.type`.as('type'),
    'location.parent_id as parentID',
    sql<ReservationState>`location.reservation_state`.as('reservationState'),
    'location.is_closed as isClosed',
    'location.is_promisable as isPromisable',
    'location.notes',
    'location.is_default as isDefault',
    'location.version',
    'location.created_at as createdAt',
    'location.updated_at as updatedAt',
    pathColumn('location', 'id').as('path'),
    partyColumn('location', 'holder_id').as('holder'),
    department.as('department'),
    childCount.as('childCount'),
    itemCount.as('itemCount'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const rowOf = (ctx: AccountContext, { parentID, holder, ...row }: Row): StorageLocationRow => {
  const path = row.path ?? [row.name];
  return {
    ...row,
    path,
    fullName: fullNameOf(path),
    parent: parentID === null ? null : { id: parentID, name: path.at(-2) ?? '' },
    holderAccount: ownerParty(ctx, holder),
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
};

/** Most places that a text is compared with one by one. */
const mostCompared = 5_000;

/**
 * Places that a text finds, the one that it means first; those that only have its words somewhere where it means none.
 */
async function foundPlaces(ctx: AccountContext, text: string): Promise<string[] | undefined> {
  const rows = await from(ctx)
    .select(['location.id', pathColumn('location', 'id').as('path')])
    .where('location.id', 'in', searchIDs(['storage_location'], text))
    .orderBy('location.name')
    .orderBy('location.id')
    .limit(mostCompared + 1)
    .execute();
  if (rows.length > mostCompared) return undefined;
  const meant = matchPlaces(
    rows.map(({ path }) => path ?? []),
    text,
  ).map((index) => rows[index]?.id ?? '');
  return meant.length ? meant : rows.map(({ id }) => id);
}

async function listParts(ctx: AccountContext, page: LocationFilter) {
  let matching = from(ctx);
  const found = page.query ? await foundPlaces(ctx, page.query) : undefined;
  if (found) matching = matching.where(sql<boolean>`location.id = any(${found}::text[])`);
  else if (page.query) matching = matching.where('location.id', 'in', searchIDs(['storage_location'], page.query));
  if (page.types) matching = matching.where('location.type', 'in', page.types);
  if (page.parentID) matching = matching.where('location.parent_id', '=', page.parentID);
  if (page.insideID)
    matching = matching
      .where('location.id', 'in', placesInside(ctx, [page.insideID]))
      .where('location.id', '<>', page.insideID);
  if (page.reservationStates) matching = matching.where('location.reservation_state', 'in', page.reservationStates);
  if (page.holderAccountIDs)
    matching = matching.where(
      sql<boolean>`coalesce(location.holder_id, location.account_id) = any(${page.holderAccountIDs}::text[])`,
    );
  if (page.isRoot !== undefined) matching = matching.where(sql<boolean>`(location.parent_id is null) = ${page.isRoot}`);
  if (page.hasStock !== undefined) matching = matching.where(sql<boolean>`(${itemCount} > 0) = ${page.hasStock}`);
  return {
    list: listStorageLocations,
    id: 'location.id' as const,
    matching,
    select: (query: unknown) => withColumns(query as Matching),
    order: (found
      ? [[sql`array_position(${found}::text[], location.id)`, 'asc']]
      : [['location.name', 'asc']]) as unknown as ['location.name', 'asc'][],
  };
}

/** A page of places by name. */
export async function findStorageLocations(
  ctx: AccountContext,
  page: EndpointRequest<typeof listStorageLocations>['query'],
) {
  const { items, count } = await listPage(ctx, {
    ...(await listParts(ctx, page)),
    page,
    sortable: {
      name: 'location.name',
      fullName: pathColumn('location', 'id'),
      type: 'location.type',
      reservationState: 'location.reservation_state',
      createdAt: 'location.created_at',
    },
  });
  return { items: items.map((row) => rowOf(ctx, row)), count };
}

/** Ids of all places that the filter means. */
export const findStorageLocationIDs = async (ctx: AccountContext, filter: LocationFilter): Promise<string[]> =>
  listIDs(ctx, { ...(await listParts(ctx, filter)), page: { take: 0, skip: 0 } });

/** One place; 404 for what is not there. */
export async function storageLocationByID(ctx: AccountContext, id: string): Promise<StorageLocation> {
  const row = await withColumns(from(ctx))
    .select([
      sql<StorageLocation['children']>`coalesce((select jsonb_agg(jsonb_build_object('id', child.id, 'name', child.name,
          'type', child.type, 'reservationState', child.reservation_state, 'isClosed', child.is_closed,
          'childCount', (select count(*)::int from inventory.storage_location below
            where below.account_id = child.account_id and below.parent_id = child.id),
          'itemCount', (select count(distinct balance.item_id)::int from inventory.balance balance
            where balance.account_id = child.account_id and balance.location_id = child.id and balance.on_hand > 0)))
        from inventory.storage_location child
        where child.account_id = location.account_id and child.parent_id = location.id), '[]')`.as('children'),
      sql<number>`(select count(*)::int - 1 from ${placesInside(ctx, [id])} as inside)`.as('descendantCount'),
      sql<number>`(select count(distinct balance.item_id)::int from inventory.balance balance
        where balance.account_id = location.account_id and balance.on_hand > 0
          and balance.location_id in ${placesInside(ctx, [id])})`.as('itemCountBelow'),
    ])
    .where('location.id', '=', id)
    .executeTakeFirst();
  if (!row) throw problems.not_found();
  const { children, descendantCount, itemCountBelow, ...own } = row;
  return {
    ...rowOf(ctx, own),
    children: children.sort((left, right) => compareNames(left.name, right.name)),
    descendantCount,
    itemCountBelow,
  };
}

interface FlatPlace extends Omit<StorageLocationNode, 'depth' | 'fullName' | 'childCount'> {}

/** All places in the order of the tree, in one statement. */
export async function storageLocationTree(ctx: AccountContext) {
  const { rows } = await sql<FlatPlace>`
    select location.id, location.name, location.type, location.parent_id as "parentID",
      location.reservation_state as "reservationState", location.is_closed as "isClosed",
      location.is_promisable as "isPromisable", holder.name as "holderName", location.is_default as "isDefault",
      coalesce(stock.items, 0) as "itemCount"
    from inventory.storage_location location
    left join core.v_parties holder on holder.account_id = location.account_id and holder.id = location.holder_id
    left join (
      select balance.location_id, count(distinct balance.item_id)::int as items from inventory.balance balance
      where balance.account_id = ${ctx.account.id} and balance.on_hand > 0 group by balance.location_id
    ) stock on stock.location_id = location.id
    where location.account_id = ${ctx.account.id}`.execute(ctx.em.query());
  const items = inTreeOrder(rows);
  return { items, count: items.length };
}

function inTreeOrder(places: readonly FlatPlace[]): StorageLocationNode[] {
  const byParent = Map.groupBy(places, ({ parentID }) => parentID);
  const ordered: StorageLocationNode[] = [];
  const visit = (parentID: string | null, path: readonly string[]): void => {
    const children = byParent.get(parentID) ?? [];
    children.sort((left, right) => compareNames(left.name, right.name));
    for (const place of children) {
      const names = [...path, place.name];
      const childCount = byParent.get(place.id)?.length ?? 0;
      ordered.push({ ...place, depth: path.length, fullName: fullNameOf(names), childCount });
      if (childCount > 0) visit(place.id, names);
    }
  };
  visit(null, []);
  return ordered;
}
