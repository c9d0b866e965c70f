import { type AddressSnapshot, decimal, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, sql } from '@millwright/core/server';
import {
  type CustomerStatus,
  type PickRow,
  type PriorityCode,
  pickStates,
  type SalesOrderStatus,
  salesOrderStates,
} from '../../../contracts/index.ts';
import { pickIs } from '../../states/states.ts';
import type { PickTables } from './pick-tables.ts';

/** Picks of the account that are not withdrawn. Nothing of their orders, so that an index is enough. */
export const fromPicks = (ctx: AccountContext) =>
  ctx.em
    .query<PickTables>()
    .selectFrom('commerce.pick as pick')
    .where('pick.account_id', '=', ctx.account.id)
    .where('pick.deleted_at', 'is', null);
export type PicksQuery = ReturnType<typeof fromPicks>;

/** How far a pick has come; of `pick` and its order, `sold`. */
export const stageOfPick = pickIs.derived(`case when pick.finished_at is not null then ${pickIs.to('finished')}
  when sold.quantity_picked > sold.quantity_packed and sold.quantity_picked >= sold.quantity_to_pick
    then ${pickIs.to('to_pack')}
  when sold.quantity_picked > 0 then ${pickIs.to('picking')}
  when pick.released_at is null then ${pickIs.to('to_release')} else ${pickIs.to('to_pick')} end`);

/** Stock that is set aside for the order and waits to be fetched. */
export const plannedPlaces = sql`inventory.v_allocations aside
    join inventory.v_locations place on place.account_id = aside.account_id and place.id = aside.location_id
    where aside.account_id = pick.account_id and aside.source_type = 'sales_order' and aside.source_id = pick.order_id
      and place.type <> 'packing'`;

/** Lines of the order that wait for stock. */
export const shortDemand = sql`inventory.v_demands demand where demand.account_id = pick.account_id
  and demand.source_type = 'sales_order' and demand.source_id = pick.order_id and demand.reserved < demand.quantity`;

/** What list rows and single picks have in common: joins of one row each. */
export const withPickColumns = (query: PicksQuery) =>
  query
    .innerJoin('commerce.sales_order as sold', (join) =>
      join.onRef('sold.account_id', '=', 'pick.account_id').onRef('sold.id', '=', sql`pick.order_id`),
    )
    .innerJoin('commerce.customer as customer', (join) =>
      join.onRef('customer.account_id', '=', 'sold.account_id').onRef('customer.id', '=', sql`sold.customer_id`),
    )
    .innerJoin('commerce.v_order_progress as progress', (join) =>
      join.onRef('progress.account_id', '=', 'sold.account_id').onRef('progress.order_id', '=', 'sold.id'),
    )
    .leftJoin('commerce.priority as priority', (join) =>
      join.onRef('priority.account_id', '=', 'sold.account_id').onRef('priority.id', '=', sql`sold.priority_id`),
    )
    .leftJoin('commerce.carrier as carrier', (join) =>
      join.onRef('carrier.account_id', '=', 'sold.account_id').onRef('carrier.id', '=', sql`sold.carrier_id`),
    )
    .leftJoin('core.v_members as assignee', (join) =>
      join.onRef('assignee.account_id', '=', 'pick.account_id').onRef('assignee.id', '=', sql`pick.assignee_id`),
    )
    .select([
      'pick.id',
      'pick.number',
      'pick.released_at as releasedAt',
      'pick.finished_at as finishedAt',
      'pick.version',
      'pick.created_at as createdAt',
      'pick.updated_at as updatedAt',
      stageOfPick.as('stage'),
      'sold.id as orderID',
      'sold.number as orderNumber',
      'sold.customer_po as customerPO',
      'sold.issued_at as issuedAt',
      sql<SalesOrderStatus>`sold.status`.as('orderStatus'),
      sql<string | null>`sold.promised_at::text`.as('promisedAt'),
      sql<AddressSnapshot | null>`sold.ship_to`.as('shipTo'),
      sql<boolean>`sold.quantity_picked > sold.quantity_packed`.as('isPendingPack'),
      sql<number>`(select count(*)::int from commerce.sales_order_line line where line.account_id = sold.account_id
        and line.order_id = sold.id and line.product_type = 'sale')`.as('lineCount'),
      sql<number>`(select count(*)::int from ${plannedPlaces})`.as('plannedCount'),
      sql<boolean>`exists (select from ${shortDemand})`.as('isShort'),
      sql<
        { id: string; name: string }[]
      >`(select coalesce(json_agg(distinct jsonb_build_object('id', place.department_id,
          'name', place.department_name)) filter (where place.department_id is not null), '[]') from
            ${plannedPlaces})`.as('departments'),
      'customer.id as customerID',
      'customer.number as customerNumber',
      'customer.name as customerName',
      sql<CustomerStatus>`customer.status`.as('customerStatus'),
      'priority.id as priorityID',
      'priority.name as priorityName',
      sql<PriorityCode>`priority.code`.as('priorityCode'),
      'carrier.id as carrierID',
      'carrier.name as carrierName',
      'assignee.id as assigneeID',
      'assignee.name as assigneeName',
      'progress.pick_completion as pickCompletion',
      'progress.pack_completion as packCompletion',
      sql<
        string | null
      >`(select max(left_house.each ->> 'shippedAt') from json_array_elements(progress.shipments) left_house
        (each))`.as('lastShippedAt'),
    ]);
export type PickColumns = Awaited<ReturnType<ReturnType<typeof withPickColumns>['executeTakeFirstOrThrow']>>;

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const isoOrNull = (value: Date | string | null): string | null => (value === null ? null : isoText(value));
const byName = (left: { name: string }, right: { name: string }): number => left.name.localeCompare(right.name);

/** A row as answers carry it; `makers` are the departments that make what is short. */
export const pickRowOf = (row: PickColumns, makers: readonly { id: string; name: string }[]): PickRow => ({
  id: row.id,
  number: row.number,
  stage: { code: row.stage, name: pickStates.names[row.stage] },
  order: {
    id: row.orderID,
    number: row.orderNumber,
    customerPO: row.customerPO,
    status: { code: row.orderStatus, name: salesOrderStates.names[row.orderStatus] },
    promisedAt: row.promisedAt,
    issuedAt: isoOrNull(row.issuedAt),
  },
  customer: {
    id: row.customerID,
    number: row.customerNumber,
    name: row.customerName,
    status: row.customerStatus,
  },
  priority: row.priorityID ? { id: row.priorityID, name: row.priorityName ?? '', code: row.priorityCode } : null,
  shipTo: row.shipTo,
  carrier: named(row.carrierID, row.carrierName),
  departments: [...new Map([...row.departments, ...makers].map((each) => [each.id, each])).values()].sort(byName),
  assignee: named(row.assigneeID, row.assigneeName),
  pickProgress: toWire(decimal(row.pickCompletion)),
  packProgress: toWire(decimal(row.packCompletion)),
  isPendingPack: row.isPendingPack,
  isShort: row.isShort,
  lineCount: row.lineCount,
  plannedCount: row.plannedCount,
  releasedAt: isoOrNull(row.releasedAt),
  finishedAt: isoOrNull(row.finishedAt),
  lastShippedAt: row.lastShippedAt,
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});
