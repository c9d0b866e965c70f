import { type AccountContext, type IntegrationService, sql } from '@millwright/core/server';

/** A demo account buys labels that no carrier takes; for that it needs an address to ship from. */
export async function connectPracticeCarrier(ctx: AccountContext, integrations: IntegrationService): Promise<void> {
  const { rows } = await sql`select id from core.integration
    where account_id = ${ctx.account.id} and code = 'practice_carrier'`.execute(ctx.em.query());
  if (rows.length) return;
  await integrations.create(ctx, {
    name: 'Practice carrier',
    code: 'practice_carrier',
    isActive: true,
    credentials: {},
  });
}
