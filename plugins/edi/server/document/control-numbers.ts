import { type AccountContext, sql } from '@millwright/core/server';

const largest = 999_999_999;

/**
 * Takes control numbers of a partner, in the transaction that stores the documents: gaps are allowed, repetitions are
 * not. 1 follows 999999999.
 */
export async function takeControlNumbers(
  ctx: AccountContext,
  partnerID: string,
  level: 'interchange' | 'group' | 'set',
  count = 1,
): Promise<string[]> {
  const { rows } = await sql<{ first: string }>`insert into edi.control_number as counter
      (account_id, partner_id, level, next)
    values (${ctx.account.id}, ${partnerID}, ${level}, ${count + 1})
    on conflict (account_id, partner_id, level)
    do update set next = (counter.next + ${count}::bigint - 1) % ${largest}::bigint + 1
    returning ((next - 1 - ${count}::bigint + ${largest}::bigint) % ${largest}::bigint + 1)::text as first`.execute(
    ctx.em.query(),
  );
  const first = Number(rows[0]?.first ?? 1);
  return Array.from({ length: count }, (_, index) => String(((first - 1 + index) % largest) + 1));
}
