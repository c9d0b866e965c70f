import type { ForbiddenState } from '../../kernel/plugin/forbidden-state.ts';

/** Existing amounts are in the currency in which they were written. */
export const usedCurrencyChanges: ForbiddenState = {
  name: 'the currency of amounts changes under them',
  as: ['admin'],
  // Paths say party where the specification says account.
  prepare: async (ctx) => ({
    ids: { 'core.account': [ctx.account.id], 'core.party': [ctx.account.id] },
    words: { currency: 'EUR' },
  }),
  measure: () => `select count(*) as changed from core.account
    where id = current_setting('app.account_id') and currency <> 'USD'`,
  past: () => `update core.account set currency = 'EUR' where id = current_setting('app.account_id')`,
  meets: { currency_in_use: 'updateAccount' },
};
