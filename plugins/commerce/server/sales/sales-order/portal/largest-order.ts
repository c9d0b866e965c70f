import { type AccountContext, sql } from '@millwright/core/server';
import { OrderedValuePort } from '@millwright/inventory/contracts';

/**
 * The largest order of customers, for the limit of their holds. Bid requests do not count, because anybody can request
 * any quantity.
 */
export class LargestOrder extends OrderedValuePort {
  override async largestOrderOf(ctx: AccountContext, customerID: string): Promise<string> {
    const { rows } = await sql<{ total: string }>`select coalesce(max(total), 0)::text as total
      from commerce.sales_order where account_id = ${ctx.account.id} and customer_id = ${customerID}
        and issued_at is not null`.execute(ctx.em.query());
    return rows[0]?.total ?? '0';
  }
}
