import { problems } from '@millwright/core/contracts';
import { type AccountContext, Party, sql } from '@millwright/core/server';

/**
 * The customer in a request; undefined keeps the present one.
 * @throws Problem 400 for an unknown one
 */
export async function customerOf(ctx: AccountContext, id: string | undefined): Promise<{ customer?: Party }> {
  if (id === undefined) return {};
  const { rows } = await sql`select from core.v_parties
    where account_id = ${ctx.account.id} and id = ${id} and kind = 'customer'`.execute(ctx.em.query());
  if (!rows.length)
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  return { customer: ctx.em.reference(Party, id) };
}
