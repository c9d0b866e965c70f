import { type AccountContext, sql } from '@millwright/core/server';
import { accountGroupRecord } from '../../parties/account-group/account-group.part.ts';
import type { ProductLineAccessService } from './product-line-access.service.ts';

/**
 * Limits the newest customer of a demo account to its first two product lines, and a new group without members to the
 * first line. Accounts without customers or product lines get no limits.
 */
export async function createDemoProductLineAccess(
  ctx: AccountContext,
  access: ProductLineAccessService,
): Promise<void> {
  const { rows: customers } = await sql<{ id: string }>`select id from commerce.customer
    where account_id = ${ctx.account.id} order by length(number) desc, number desc limit 1`.execute(ctx.em.query());
  const { rows: lines } = await sql<{ id: string }>`select distinct product_line_id as id, product_line_name
    from inventory.v_items where account_id = ${ctx.account.id} and product_line_id is not null
    order by product_line_name limit 2`.execute(ctx.em.query());
  const [customer] = customers;
  if (!customer || !lines.length) return;
  const productLineIDs = lines.map(({ id }) => id);
  await access.limitCustomer(ctx, { customerID: customer.id, productLineIDs });
  const group = await accountGroupRecord.create(ctx, {
    name: 'Starter assortment',
    typeCode: 'price_group',
    isCommissionExempt: false,
    isFreightExempt: false,
  });
  await access.limitGroup(ctx, { accountGroupID: group.id, productLineIDs: productLineIDs.slice(0, 1) });
  await ctx.em.flush();
}
