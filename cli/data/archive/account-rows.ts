import { queueSchema } from '@millwright/core/kernel';
import type { Client } from 'pg';
import { qualified, tablesOf } from '../backup/database-tables.ts';

/** Rows of an account in the database, and other rows that refer to it. */
export interface AccountRows {
  tables: number;
  rows: number;
}

/** Condition for jobs of the account `$1`; a job that was set aside is nested in the data of another. */
export const jobsOfAccount = `data ->> 'accountID' = $1 or data -> 'data' ->> 'accountID' = $1`;

/** Whether the queue has been installed. */
export const hasQueue = async (client: Client): Promise<boolean> =>
  (await tablesOf(client, [queueSchema])).some(({ table }) => table.startsWith('job'));

/**
 * Removes the rows of an account in every table of these schemas, its jobs and itself; in a transaction of the caller.
 */
export async function removeAccountRows(
  client: Client,
  schemas: readonly string[],
  accountID: string,
): Promise<AccountRows> {
  const done: AccountRows = { tables: 0, rows: 0 };
  // Triggers are off, because all rows of the account are deleted: the order of tables does not matter, and append-only
  // history can be deleted.
  await client.query('set local session_replication_role = replica');
  const take = async (statement: string): Promise<void> => {
    const { rowCount } = await client.query(statement, [accountID]);
    if (!rowCount) return;
    done.tables += 1;
    done.rows += rowCount;
  };
  for (const table of await tablesOf(client, schemas))
    if (table.columns.includes('account_id') && table.table !== 'account_slug')
      await take(`delete from ${qualified(table)} where account_id = $1`);
  if (await hasQueue(client)) await take(`delete from ${queueSchema}.job where ${jobsOfAccount}`);
  await client.query('update core."user" set current_account_id = null where current_account_id = $1', [accountID]);
  // Links to its slugs still exist: they stay reserved as if the account had given them up now.
  await client.query('update core.account_slug set freed_at = now() where account_id = $1 and freed_at is null', [
    accountID,
  ]);
  await take('delete from core.account where id = $1');
  return done;
}
