import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, listIDs, listPage, sql, todayOf, withinInstants } from '@millwright/core/server';
import { listPicks, type PickFilter, type PickRow, type PickStage, pickStates } from '../../../contracts/index.ts';
import {
  fromPicks,
  type PicksQuery,
  pickRowOf,
  plannedPlaces,
  shortDemand,
  stageOfPick,
  withPickColumns,
} from './pick-rows.ts';
import type { ItemMakers } from './short-lines.ts';

/** Picks whose order, `sold`, is like that. */
const whoseOrder = (condition: ReturnType<typeof sql>) => sql<boolean>`exists (select from commerce.sales_order sold
  where sold.account_id = pick.account_id and sold.id = pick.order_id and ${condition})`;

/** Picks in one of the stages. What a pick says itself goes first: of all that ever were, few are open. */
function inStages(stages: readonly PickStage[]) {
  const finished = sql<boolean>`pick.finished_at is not null`;
  const open = stages.filter((stage) => pickStates.is.open(stage));
  if (!open.length) return finished;
  const inOpen = sql<boolean>`pick.finished_at is null and ${whoseOrder(sql`${stageOfPick} = any(${open}::text[])`)}`;
  return open.length === stages.length ? inOpen : sql<boolean>`(${finished} or ${inOpen})`;
}

function filteredByOrder(ctx: AccountContext, picks: PicksQuery, filter: PickFilter): PicksQuery {
  let matching = picks;
  if (filter.customerIDs)
    matching = matching.where(sql<boolean>`pick.customer_id = any(${filter.customerIDs}::text[])`);
  if (filter.customerGroupIDs)
    matching = matching.where(
      sql<boolean>`pick.customer_id in (select grouped.id from commerce.customer grouped
        where grouped.account_id = ${ctx.account.id} and grouped.customer_type_group_id =
          any(${filter.customerGroupIDs}::text[]))`,
    );
  if (filter.carrierIDs)
    matching = matching.where(whoseOrder(sql`sold.carrier_id = any(${filter.carrierIDs}::text[])`));
  if (filter.priorityCodes)
    matching = matching.where(
      whoseOrder(sql`sold.priority_id in (select wanted.id from commerce.priority wanted
        where wanted.account_id = ${ctx.account.id} and wanted.code = any(${filter.priorityCodes}::text[]))`),
    );
  if (filter.productLineIDs)
    matching = matching.where(
      sql<boolean>`exists (select from commerce.sales_order_line line
        join inventory.v_items item on item.account_id = line.account_id and item.id = line.item_id
        where line.account_id = pick.account_id and line.order_id = pick.order_id
          and item.product_line_id = any(${filter.productLineIDs}::text[]))`,
    );
  return matching;
}

async function filtered(ctx: AccountContext, filter: PickFilter, makers: ItemMakers): Promise<PicksQuery> {
  let matching = filteredByOrder(ctx, fromPicks(ctx), filter);
  if (filter.status === 'open') matching = matching.where('pick.finished_at', 'is', null);
  if (filter.status === 'closed') matching = matching.where('pick.finished_at', 'is not', null);
  if (filter.stages) matching = matching.where(inStages(filter.stages));
  if (filter.assigneeIDs)
    matching = matching.where(sql<boolean>`pick.assignee_id = any(${filter.assigneeIDs}::text[])`);
  if (filter.isShort !== undefined)
    matching = matching.where(sql<boolean>`exists (select from ${shortDemand}) = ${filter.isShort}`);
  if (filter.isLate !== undefined)
    matching = matching.where(
      sql<boolean>`(pick.finished_at is null and coalesce(pick.promised_at < ${todayOf(ctx)}::date, false)) =
        ${filter.isLate}`,
    );
  if (filter.departmentIDs) {
    const made = await makers.itemsOf(ctx, filter.departmentIDs);
    matching = matching.where(
      sql<boolean>`(exists (select from ${plannedPlaces} and place.department_id = any(${filter.departmentIDs}::text[]))
        or exists (select from ${shortDemand} and demand.item_id = any(${made}::text[])))`,
    );
  }
  for (const isWithin of withinInstants(ctx, 'pick.created_at', { from: filter.startDate, to: filter.endDate }))
    matching = matching.where(isWithin);
  return matching;
}

const promised = sql<string>`coalesce(pick.promised_at, 'infinity')`;

const listParts = async (ctx: AccountContext, filter: PickFilter, makers: ItemMakers) => ({
  list: listPicks,
  id: 'pick.id' as const,
  matching: await filtered(ctx, filter, makers),
  text: filter.query ? { types: ['pick'], query: filter.query } : undefined,
  select: (query: unknown) => withPickColumns(query as PicksQuery),
  order:
    filter.status === 'open'
      ? ([
          ['pick.priority_rank', 'desc'],
          [promised, 'asc'],
        ] as const)
      : ([['pick.created_at', 'desc']] as const),
  isFixed: true,
});

/** A page of picks: open ones by urgency, else the newest first. */
export async function findPicks(
  ctx: AccountContext,
  page: EndpointRequest<typeof listPicks>['query'],
  makers: ItemMakers,
): Promise<{ items: PickRow[]; count: number }> {
  const { items, count } = await listPage(ctx, {
    ...(await listParts(ctx, page, makers)),
    page,
    sortable: {
      number: 'pick.number_key',
      createdAt: 'pick.created_at',
      promisedAt: promised,
      customer: sql<string>`(select customer.name from commerce.customer customer
        where customer.account_id = pick.account_id and customer.id = pick.customer_id)`,
      finishedAt: 'pick.finished_at',
    },
  });
  const short = items.filter(({ isShort }) => isShort).map(({ orderID }) => orderID);
  const byOrder = await makers.ofOrders(ctx, short);
  return { items: items.map((row) => pickRowOf(row, byOrder.get(row.orderID) ?? [])), count };
}

/** Ids of the picks that a filter matches. */
export const findPickIDs = async (ctx: AccountContext, filter: PickFilter, makers: ItemMakers): Promise<string[]> =>
  listIDs(ctx, { ...(await listParts(ctx, filter, makers)), page: { take: 0, skip: 0 } });
