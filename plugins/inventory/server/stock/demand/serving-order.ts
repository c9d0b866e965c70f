import { type Big, toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { placeIs } from '../../states/states.ts';
import { effectiveState } from '../ledger/plan/stock-facts.queries.ts';

/**
 * Serving order: the higher priority first, then the earlier promised date, then the earlier issue. The query names the
 * table `inventory.demand demand`.
 */
export const servingTurn = sql`demand.priority_rank desc, demand.promised_on asc nulls last, demand.issued_at,
  demand.id`;
/** The same order as a row value; a smaller value is served earlier. */
export const turn = (demand: string) => {
  const column = (name: string) => sql.ref(`${demand}.${name}`);
  return sql`row(- ${column('priority_rank')}, coalesce(${column('promised_on')}, 'infinity'::date),
    ${column('issued_at')}, ${column('id')})`;
};
const servingOrder = sql`partition by demand.item_id order by ${servingTurn}`;

/** A running sum over a document and all that are served before it. */
export const servedUpTo = (amount: ReturnType<typeof sql>) =>
  sql`sum(${amount}) over (${servingOrder} rows unbounded preceding)`;

/**
 * Query of the reservations that documents lose because less can leave than is promised; the document that is served
 * last loses first. Columns: `id`, `item_id`, `taken`, `upto` (running sum in the order of loss) and `cut` (loss of
 * allocations). Allocations in places that are not open are picked goods and stay with their documents.
 */
export const givenUp = (ctx: AccountContext, excesses: readonly { itemID: string; quantity: Big }[]) => sql`
  select given.*, greatest(given.allocated - (given.reserved - given.taken), 0) as cut from (
  select queue.*, least(queue.free, queue.excess - (queue.upto - queue.free)) as taken
  from (
    select demand.id, demand.item_id, demand.reserved, demand.allocated, loose.free, excess.quantity as excess,
      sum(loose.free) over (${servingOrder} rows between current row and unbounded following) as upto
    from unnest(${excesses.map(({ itemID }) => itemID)}::text[],
      ${excesses.map(({ quantity }) => toColumn(quantity, 6))}::numeric[]) as excess (item_id, quantity)
    join inventory.demand demand on demand.item_id = excess.item_id
    cross join lateral (select demand.reserved - coalesce(sum(allocation.quantity), 0) as free
      from inventory.allocation allocation
      join inventory.storage_location location on location.account_id = allocation.account_id
        and location.id = allocation.location_id
      where demand.allocated > 0 and allocation.account_id = demand.account_id
        and allocation.source_type = demand.source_type and allocation.source_id = demand.source_id
        and allocation.line_id = demand.line_id and ${placeIs.not.open(effectiveState)}) loose
    where demand.account_id = ${ctx.account.id} and demand.reserved > 0) queue
  where queue.upto - queue.free < queue.excess and queue.free > 0) given`;
