import { newID } from '@millwright/core/contracts';
import { type AccountContext, indexRecords, sql } from '@millwright/core/server';

/** Freight rates of a demo account for the carrier that is not connected. */
export async function createDemoFreightRate(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from commerce.carrier
    where account_id = ${ctx.account.id} and code in ('ltl', 'delivery') order by code`.execute(ctx.em.query());
  const now = ctx.clock.now();
  const stamped = { version: 1, created_at: now, updated_at: now };
  const rates = rows.map(({ id, name }, index) => ({
    ...stamped,
    id: newID('frr'),
    name: `${name}, by weight`,
    carrier_id: id,
    states: index === 0 ? 'MN, WI' : null,
  }));
  await ctx.em.insert('commerce.freight_rate', rates);
  const steps = [
    ['0', '14', '0'],
    ['25', '18', '0.15'],
    ['150', '32', '0.11'],
  ] as const;
  await ctx.em.insert(
    'commerce.freight_rate_step',
    rates.flatMap(({ id }) =>
      steps.map(([from_weight, amount, per_pound]) => ({
        ...stamped,
        id: newID('frs'),
        freight_rate_id: id,
        from_weight,
        amount,
        per_pound,
      })),
    ),
  );
  await indexRecords(
    ctx,
    rates.map(({ id, name }) => ({ type: 'freight_rate', id, title: name, text: '' })),
  );
}
