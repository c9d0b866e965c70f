import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import { OrderedValuePort } from '@millwright/inventory/contracts';

/** What customers have ordered, for what they may hold. Bid requests are no measure: anybody can ask for anything. */
export class LargestOrder extends OrderedValuePort {
  override async largestOrderOf(ctx: AccountContext, customerID: string): Promise<string> {
    const { rows } = await sql<{ total: string }>`select ${plannedOnce} coalesce(max(total), 0)::text as total
      from commerce.sales_order where account_id = ${ctx.account.id} and customer_id = ${customerID}
        and issued_at is not null`.execute(ctx.em.query());
    return rows[0]?.total ?? '0';
  }
}
