import { type CurrencyUse, CurrencyUsePort } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** Steps with hourly rates prevent a change of the currency. */
export class WorkInCurrency extends CurrencyUsePort {
  async firstUse(ctx: AccountContext): Promise<CurrencyUse | null> {
    const { rows } = await sql<CurrencyUse>`select 'The rate of ' || name as name, 'production_step' as type, id,
        false as "isDocument"
      from production.production_step
      where account_id = ${ctx.account.id} and coalesce(labor_rate, overhead_rate) is not null
      order by created_at, id limit 1`.execute(ctx.em.query());
    return rows[0] ?? null;
  }
}
