import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, among, projection, since, sql, todayOf, upTo } from '@millwright/core/server';
import {
  listPicks,
  type PickFilter,
  type PickRow,
  type PickStage,
  pickRow,
  pickStates,
} from '../../../../contracts/index.ts';
import { hasPriority, isOfCustomerGroup } from '../../../document/record/document-filters.ts';
import type { ItemMakers } from '../short/short-lines.ts';
import { columnsOfPick, isNotWithdrawn, pickJoins, plannedPlaces, shortDemand, stageOfPick } from './pick-rows.ts';

type Page = EndpointRequest<typeof listPicks>['query'];

/** Picks whose order, `sold`, meets a condition. Orders are not joined, so that an index is enough. */
const whoseOrder = (condition: ReturnType<typeof sql>) => sql<boolean>`exists (select from commerce.sales_order sold
  where sold.account_id = pick.account_id and sold.id = pick.order_id and ${condition})`;

/** Picks in one of the stages. Conditions on the pick itself come first, because only few of all picks are open. */
function inStages(stages: readonly PickStage[]) {
  const finished = sql<boolean>`pick.finished_at is not null`;
  const open = stages.filter((stage) => pickStates.is.open(stage));
  if (!open.length) return finished;
  const inOpen = sql<boolean>`pick.finished_at is null and ${whoseOrder(among(stageOfPick, open))}`;
  return open.length === stages.length ? inOpen : sql<boolean>`(${finished} or ${inOpen})`;
}

const inStatus = {
  open: sql<boolean>`pick.finished_at is null`,
  closed: sql<boolean>`pick.finished_at is not null`,
  all: sql<boolean>`true`,
};

/** Picks in lists: open ones by urgency, otherwise the newest first. */
const pickView = projection<
  typeof pickRow,
  // Departments with the items that they make.
  Omit<Page, 'departmentIDs'> & { departments?: { ids: readonly string[]; made: readonly string[] } }
>(pickRow, {
  list: listPicks,
  table: 'commerce.pick',
  joins: pickJoins,
  where: isNotWithdrawn,
  computed: columnsOfPick,
  search: { document: 'pick' },
  sortable: {
    number: 'pick.number_key',
    priority: 'pick.priority_rank',
    promisedAt: sql`coalesce(pick.promised_at, 'infinity')`,
    customer: sql`(select customer.name from commerce.customer customer
      where customer.account_id = pick.account_id and customer.id = pick.customer_id)`,
  },
  filters: {
    status: (status) => inStatus[status],
    stages: inStages,
    customerIDs: (ids) => among('pick.customer_id', ids),
    customerGroupIDs: isOfCustomerGroup('pick.customer_id'),
    carrierIDs: (ids) => whoseOrder(among('sold.carrier_id', ids)),
    priorityCodes: (codes, ctx) => whoseOrder(hasPriority('sold.priority_id')(codes, ctx)),
    productLineIDs: (ids) => sql<boolean>`exists (select from commerce.sales_order_line line
      join inventory.v_items item on item.account_id = line.account_id and item.id = line.item_id
      where line.account_id = pick.account_id and line.order_id = pick.order_id
        and ${among('item.product_line_id', ids)})`,
    assigneeIDs: (ids) => among('pick.assignee_id', ids),
    isShort: (isShort) => sql<boolean>`exists (select from ${shortDemand}) = ${isShort}`,
    isLate: (isLate, ctx) => sql<boolean>`(pick.finished_at is null
      and coalesce(pick.promised_at < ${todayOf(ctx)}::date, false)) = ${isLate}`,
    departments: ({ ids, made }) => sql<boolean>`(
      exists (select from ${plannedPlaces} and ${among('place.department_id', ids)})
      or exists (select from ${shortDemand} and ${among('demand.item_id', made)}))`,
    startDate: since('pick.created_at'),
    endDate: upTo('pick.created_at'),
  },
  order: ({ status }) =>
    status === 'open'
      ? [
          ['priority', 'desc'],
          ['promisedAt', 'asc'],
        ]
      : [['createdAt', 'desc']],
  isFixed: true,
});

const withItems = async <Filter extends PickFilter>(ctx: AccountContext, filter: Filter, makers: ItemMakers) =>
  filter.departmentIDs
    ? { ...filter, departments: { ids: filter.departmentIDs, made: await makers.itemsOf(ctx, filter.departmentIDs) } }
    : filter;

const byName = (left: { name: string }, right: { name: string }): number => left.name.localeCompare(right.name);

/** Picks with the departments that make their short items, besides those of their places. */
export async function withMakers<Row extends Pick<PickRow, 'isShort' | 'order' | 'departments'>>(
  ctx: AccountContext,
  picks: readonly Row[],
  makers: ItemMakers,
): Promise<Row[]> {
  const short = picks.flatMap(({ isShort, order }) => (isShort ? order.id : []));
  const byOrder = await makers.ofOrders(ctx, short);
  return picks.map((row) => ({
    ...row,
    departments: [
      ...new Map([...row.departments, ...(byOrder.get(row.order.id) ?? [])].map((each) => [each.id, each])).values(),
    ].sort(byName),
  }));
}

/** A page of picks. */
export async function findPicks(ctx: AccountContext, page: Page, makers: ItemMakers) {
  const { items, count } = await pickView.find(ctx, await withItems(ctx, page, makers));
  return { items: await withMakers(ctx, items, makers), count };
}

/** Ids of the picks that match a filter. */
export const findPickIDs = async (
  ctx: AccountContext,
  filter: PickFilter & Pick<Page, 'status'>,
  makers: ItemMakers,
): Promise<string[]> => pickView.findIDs(ctx, await withItems(ctx, filter, makers));
