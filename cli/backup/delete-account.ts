import { refusal } from '@millwright/core/cli';
import { graceDays, queueSchema } from '@millwright/core/kernel';
import { connectAsAdministrator, qualified, tablesOf } from './database-tables.ts';

/** Everything that an account has in the database, and what else names it. */
export interface AccountRows {
  tables: number;
  rows: number;
}

/** Thrown to roll back what a dry run has counted. */
const counted = new Error('counted');

/**
 * Removes an account that has been closed for the whole grace: its rows in every table of these schemas, its jobs, and
 * itself, in one transaction. People stay; who worked there last begins elsewhere.
 * @throws CommandFailure for an account that is open, or closed for less than the grace
 */
export async function deleteAccount(
  adminUrl: string,
  schemas: readonly string[],
  accountID: string,
  { isDryRun = false } = {},
): Promise<AccountRows> {
  const client = await connectAsAdministrator(adminUrl);
  const done: AccountRows = { tables: 0, rows: 0 };
  try {
    await client.query('begin');
    const { rows: due } = await client.query<{ closed_at: Date | null; is_due: boolean; due_at: Date }>(
      `select closed_at, closed_at <= now() - $2 * interval '1 day' as is_due,
         closed_at + $2 * interval '1 day' as due_at from core.account where id = $1 for update`,
      [accountID, graceDays],
    );
    const [account] = due;
    if (!account?.closed_at)
      throw refusal('account_open', 'The account is open', {
        hint: `Close it first: millwright account close SLUG. It can be deleted ${graceDays} days later`,
      });
    if (!account.is_due)
      throw refusal('account_in_grace', `The account can be deleted from ${account.due_at.toISOString()} on`, {
        hint: 'Until then it can be opened again: millwright account open SLUG',
      });
    // All that belongs to the account goes: the order of its tables does not matter, nor that history is only appended
    // to.
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
    if ((await tablesOf(client, [queueSchema])).some(({ table }) => table.startsWith('job')))
      await take(
        `delete from ${queueSchema}.job where data ->> 'accountID' = $1 or data -> 'data' ->> 'accountID' = $1`,
      );
    await client.query('update core."user" set current_account_id = null where current_account_id = $1', [accountID]);
    // Links still lead to its slugs: they stay taken as if the account had given them up now.
    await client.query('update core.account_slug set freed_at = now() where account_id = $1 and freed_at is null', [
      accountID,
    ]);
    await take('delete from core.account where id = $1');
    if (isDryRun) throw counted;
    await client.query('commit');
  } catch (error) {
    if (error !== counted) throw error;
  } finally {
    // Ending a connection in mid-transaction rolls it back.
    await client.end().catch(() => {});
  }
  return done;
}
