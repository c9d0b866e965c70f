import { type AccountContext, accountSetting, accountSettings, sql, todayOf } from '@millwright/core/server';
import { type PromiseSettings, promiseSettings } from '../../../contracts/index.ts';

/** What the account has decided about its promises. */
export const promiseSettingsOf = (ctx: AccountContext): Promise<PromiseSettings> =>
  accountSettings(ctx, 'inventory', promiseSettings);

/** The day from which supply counts that should have come before today; null where it counts only with a new date. */
export const lateSupplyDay = (ctx: AccountContext) => sql<string | null>`(select case
    when coalesce(${accountSetting(ctx, 'inventory', 'lateSupply')}, 'tomorrow') <> 'never'
    then ${todayOf(ctx)}::date + 1 end)`;
