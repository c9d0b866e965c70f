import { type AccountContext, indexRecords, sql } from '@millwright/core/server';
import { type FoundPick, pickDocument } from '../../../sales/order-picks/pick-record.ts';

const picksAtOnce = 1000;

/** Rewrites the search documents of a customer's picks after its name or number has changed. */
export async function customerOfPicksRenamed(
  ctx: AccountContext,
  { customerID }: { customerID: string },
): Promise<void> {
  for (let after = ''; ; ) {
    // Reads the current name, because the events of two renames may arrive in any order.
    const { rows } = await sql<FoundPick>`select pick.id, pick.number, sold.number as "orderNumber",
        customer.id as "customerID", customer.name as "customerName", customer.number as "customerNumber"
      from commerce.pick pick
      join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
      join commerce.customer customer on customer.account_id = pick.account_id and customer.id = pick.customer_id
      where pick.account_id = ${ctx.account.id} and pick.customer_id = ${customerID} and pick.deleted_at is null
        and pick.id > ${after}
      order by pick.id limit ${picksAtOnce}`.execute(ctx.em.query());
    await indexRecords(ctx, rows.map(pickDocument));
    const last = rows.at(-1);
    if (!last || rows.length < picksAtOnce) return;
    after = last.id;
  }
}
