import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { withoutCustomerPolicy } from '../tenancy/access/without-customer-policy.ts';

/**
 * Makes a member follow a record, unless they have muted it. It is written at the end of the transaction; in a
 * customer's at once, because its end has the policy that closes the table to customers.
 */
export async function appendFollower(
  ctx: AccountContext,
  { type, id }: { type: string; id: string },
  memberID: string,
): Promise<void> {
  const row = { record_type: type, record_id: id, member_id: memberID, is_muted: false };
  if (ctx.customerID === undefined) {
    ctx.em.append('core.record_follower', row, {
      key: `${type} ${id} ${memberID}`,
      ending: sql`on conflict do nothing`,
    });
    return;
  }
  await withoutCustomerPolicy(ctx, async () => {
    await sql`insert into core.record_follower (account_id, record_type, record_id, member_id, is_muted)
      values (${ctx.account.id}, ${type}, ${id}, ${memberID}, false) on conflict do nothing`.execute(ctx.em.query());
  });
}
