import { type AccountContext, sql } from '@millwright/core/server';

/** Id of the unit group of lead times, as a sub-select. */
export const timeGroup = (ctx: AccountContext) => sql<string>`(select time_group.id from inventory.unit_group time_group
  join inventory.unit_conversion of_day
    on of_day.account_id = time_group.account_id and of_day.unit_group_id = time_group.id
  join inventory.unit day
    on day.account_id = of_day.account_id and day.id = of_day.unit_id and day.name = 'day' and day.is_built_in
  where time_group.account_id = ${ctx.account.id} order by time_group.name <> 'Time', time_group.name limit 1)`;
