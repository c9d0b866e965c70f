import { type Big, toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/**
 * Who is served first: the higher priority, then the earlier promise, the earlier issue. Of `inventory.demand demand`.
 */
const servingOrder = sql`partition by demand.item_id order by demand.priority_rank desc, demand.promised_on asc nulls last,
  demand.issued_at, demand.id`;

/** A sum over the documents that are served before a document, and itself. */
export const servedUpTo = (amount: ReturnType<typeof sql>) =>
  sql`sum(${amount}) over (${servingOrder} rows unbounded preceding)`;

/**
 * What documents give up, the last that are served first, where less can leave than is promised: a query of `id`,
 * `item_id`,
 * `taken` and `upto`, which rises in the order in which they give.
 */
export const givenUp = (ctx: AccountContext, excesses: readonly { itemID: string; quantity: Big }[]) => sql`
  select queue.id, queue.item_id, queue.upto, least(queue.reserved, queue.excess - (queue.upto - queue.reserved)) as taken
  from (
    select demand.id, demand.item_id, demand.reserved, excess.quantity as excess,
      sum(demand.reserved) over (${servingOrder} rows between current row and unbounded following) as upto
    from unnest(${excesses.map(({ itemID }) => itemID)}::text[],
      ${excesses.map(({ quantity }) => toColumn(quantity, 6))}::numeric[]) as excess (item_id, quantity)
    join inventory.demand demand on demand.item_id = excess.item_id
    where demand.account_id = ${ctx.account.id} and demand.reserved > 0) queue
  where queue.upto - queue.reserved < queue.excess`;
