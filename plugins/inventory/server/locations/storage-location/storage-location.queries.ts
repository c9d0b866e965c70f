import type { EndpointRequest } from '@millwright/core/contracts';
import {
  type AccountContext,
  among,
  named,
  type ProjectionScope,
  projection,
  searchIDs,
  sql,
} from '@millwright/core/server';
import {
  compareNames,
  fullNameOf,
  type LocationFilter,
  listStorageLocations,
  matchPlaces,
  type StorageLocation,
  type StorageLocationNode,
  storageLocations,
} from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import type { StockTables } from '../../stock/inventory-list/stock-tables.ts';
import { pathColumn, placesInside } from './places/place-columns.ts';

const itemsIn = (place: string) =>
  sql`(select count(distinct balance.item_id)::int from inventory.balance balance
    where balance.account_id = ${sql.ref(`${place}.account_id`)} and balance.location_id = ${sql.ref(`${place}.id`)}
      and balance.on_hand > 0)`;

const columns = {
  list: listStorageLocations,
  table: 'inventory.storage_location',
  alias: 'location',
  computed: {
    path: pathColumn('location', 'id'),
    department: named('inventory.department', 'location.department_id'),
    childCount: sql`(select count(*)::int from inventory.storage_location child
      where child.account_id = location.account_id and child.parent_id = location.id)`,
    itemCount: itemsIn('location'),
  },
  extra: {
    holder: partyColumn('location', 'holder_id'),
    parentID: sql.ref<string | null>('location.parent_id'),
  },
  derived: {
    fullName: ({ path }: { path: string[] }) => fullNameOf(path),
    parent: ({ parentID, path }: { parentID: string | null; path: string[] }) =>
      parentID === null ? null : { id: parentID, name: path.at(-2) ?? '' },
    holderAccount: ({ holder }: { holder: { id: string; name: string } }, ctx: AccountContext) =>
      ownerParty(ctx, holder),
  },
};

const view = projection(storageLocations.listRow, {
  ...columns,
  search: { document: 'storage_location' },
  filters: {
    types: (types) => among('location.type', types),
    parentID: (id) => sql<boolean>`location.parent_id = ${id}`,
    insideID: (id, ctx) => sql<boolean>`(location.id in ${placesInside(ctx, [id])} and location.id <> ${id})`,
    reservationStates: (codes) => among('location.reservation_state', codes),
    holderAccountIDs: (ids) => among(sql`coalesce(location.holder_id, location.account_id)`, ids),
    isRoot: (value) => sql<boolean>`(location.parent_id is null) = ${value}`,
    hasStock: (value) => sql<boolean>`(${itemsIn('location')} > 0) = ${value}`,
  },
  sortable: { fullName: pathColumn('location', 'id') },
  order: ['name'],
});

/** Largest number of places that a search text is matched with. */
const mostCompared = 5_000;

/**
 * Places that a text matches, the best match first; without a match, those that contain its words anywhere. Undefined
 * if too many contain them.
 */
async function foundPlaces(ctx: AccountContext, text: string): Promise<ProjectionScope | undefined> {
  const rows = await ctx.em
    .query<StockTables>()
    .selectFrom('inventory.storage_location as location')
    .where('location.account_id', '=', ctx.account.id)
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
  const ids = meant.length ? meant : rows.map(({ id }) => id);
  return {
    where: among('location.id', ids),
    order: sql`array_position(${ids}::text[], location.id)`,
    key: text,
  };
}

/** A page of places by name, or by how well they match a text. */
export async function findStorageLocations(
  ctx: AccountContext,
  page: EndpointRequest<typeof listStorageLocations>['query'],
) {
  const { query, ...rest } = page;
  const found = query ? await foundPlaces(ctx, query) : undefined;
  return found ? view.find(ctx, rest, found) : view.find(ctx, page);
}

/** Ids of all places that match the filter. */
export async function findStorageLocationIDs(ctx: AccountContext, filter: LocationFilter): Promise<string[]> {
  const { query, ...rest } = filter;
  const found = query ? await foundPlaces(ctx, query) : undefined;
  return view.findIDs(ctx, found ? rest : filter, found);
}

/** The place of the row and everything inside it, as a sub-select of ids. */
const inside = sql`(with recursive inside (id) as (
    select location.id
    union
    select place.id from inside join inventory.storage_location place
      on place.account_id = location.account_id and place.parent_id = inside.id
  ) select inside.id from inside)`;

const whole = projection(storageLocations.row, {
  ...columns,
  computed: {
    ...columns.computed,
    descendantCount: sql`(select count(*)::int - 1 from ${inside} as inside)`,
    itemCountBelow: sql`(select count(distinct balance.item_id)::int from inventory.balance balance
      where balance.account_id = location.account_id and balance.on_hand > 0 and balance.location_id in ${inside})`,
  },
  extra: {
    ...columns.extra,
    below: sql<StorageLocation['children']>`coalesce((select jsonb_agg(jsonb_build_object('id', child.id,
        'name', child.name, 'type', child.type, 'reservationState', child.reservation_state,
        'isClosed', child.is_closed, 'childCount', (select count(*)::int from inventory.storage_location below
          where below.account_id = child.account_id and below.parent_id = child.id),
        'itemCount', ${itemsIn('child')}))
      from inventory.storage_location child
      where child.account_id = location.account_id and child.parent_id = location.id), '[]')`,
  },
  derived: {
    ...columns.derived,
    children: ({ below }) => below.sort((left, right) => compareNames(left.name, right.name)),
  },
  search: ['name'],
  order: ['name'],
});

/** One place; 404 for an unknown id. */
export const storageLocationByID = whole.byID;

interface FlatPlace extends Omit<StorageLocationNode, 'depth' | 'fullName' | 'childCount'> {}

/** All places in tree order, in one statement. */
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
