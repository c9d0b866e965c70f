import { refusal } from '@millwright/core/cli';
import { graceDays } from '@millwright/core/kernel';
import { connectAsAdministrator } from '../backup/database-tables.ts';
import { type AccountRows, removeAccountRows } from './account-rows.ts';

/** Thrown to roll back a dry run after counting. */
const counted = new Error('counted');

/**
 * Deletes an account after its grace period: its rows in all tables of these schemas, its jobs, and the account itself,
 * in one transaction. People stay; their last account is changed if it was this one.
 * @throws CommandFailure for an account that is open, or closed for less than the grace period
 */
export async function deleteAccount(
  adminUrl: string,
  schemas: readonly string[],
  accountID: string,
  { isDryRun = false } = {},
): Promise<AccountRows> {
  const client = await connectAsAdministrator(adminUrl);
  let done: AccountRows = { tables: 0, rows: 0 };
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
    done = await removeAccountRows(client, schemas, accountID);
    if (isDryRun) throw counted;
    await client.query('commit');
  } catch (error) {
    if (error !== counted) throw error;
  } finally {
    // Ending a connection during a transaction rolls it back.
    await client.end().catch(() => {});
  }
  return done;
}
