import type { DueLook } from '../../kernel/plugin/plugin.ts';

/*
 * SQL for `due` of scheduled jobs. These statements read one row per account with rows in a table, by an index that
 * begins with the account.
 */

/** Accounts with rows in a table. Its primary key must begin with the account. */
export const accountsIn = (table: string): string => `with recursive each as (
    (select found.account_id from ${table} found order by found.account_id limit 1)
    union all
    select further.account_id from each cross join lateral (
      select found.account_id from ${table} found where found.account_id > each.account_id
      order by found.account_id limit 1) further)
  select each.account_id from each`;

/**
 * Accounts whose oldest row by a time column is older than an interval such as `'7 days'`. Needs an index on
 * `(account_id, column)` with the same condition.
 */
export const accountsWithOlder = (
  table: string,
  column: string,
  { than, where = 'true' }: { than: string; where?: string },
): string => `with recursive each as (
    (select found.account_id, found.${column} as at from ${table} found where ${where}
      order by found.account_id, found.${column} limit 1)
    union all
    select further.account_id, further.at from each cross join lateral (
      select found.account_id, found.${column} as at from ${table} found
      where found.account_id > each.account_id and ${where}
      order by found.account_id, found.${column} limit 1) further)
  select each.account_id from each where each.at < $1::timestamptz - interval '${than}'`;

/**
 * Accounts whose settings of a plugin meet a condition on `plugin.settings`, as the example settings do. Accounts
 * without stored settings are not read.
 */
export const accountsThatSet = (
  pluginID: string,
  condition: string,
  example: Readonly<Record<string, unknown>>,
): DueLook => ({
  sql: `select plugin.account_id from core.account_plugin plugin
    where plugin.plugin_id = '${pluginID}' and plugin.settings <> '{}'::jsonb and (${condition})`,
  sample: `insert into core.account_plugin (account_id, id, created_at, updated_at, plugin_id, settings)
    values ($1, 'acp_example', now(), now(), '${pluginID}', '${JSON.stringify(example)}')`,
});

/** Accounts from any of these statements. */
export const accountsOfAny = (texts: readonly string[]): string =>
  texts.map((each) => `select account_id from (${each}) part`).join(' union all ');
