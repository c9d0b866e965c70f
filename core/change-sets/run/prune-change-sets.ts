import { dayLength } from '../../contracts/texts/date.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { accountsOfAny, accountsWithOlder } from '../../jobs/looks/due-sql.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { changeSetIs } from '../change-set-is.ts';
import { touchedChangeSets } from './touched-change-sets.ts';

/** Days for which rows are kept after a set was applied or undone, and in which it can be undone. */
export const keptAppliedDays = 90;
/** Days after which a set that wrote nothing is deleted. */
export const keptUnappliedDays = 30;
/** Days after which a set in staging counts as abandoned by its process. */
const keptStagingDays = 1;
/** Rows deleted per statement. */
const batch = 20_000;

/** Accounts in which `pruneChangeSets` removes something. A set is written last when it is applied or undone. */
export const dueChangeSets = {
  sql: accountsOfAny([
    `select account_id from core.change_set
  where rows_pruned_at is null and updated_at < $1::timestamptz - interval '${keptStagingDays} days'
    and (${changeSetIs.done('status')} and updated_at < $1::timestamptz - interval '${keptAppliedDays} days'
      or ${changeSetIs.staging('status')}
      or (${changeSetIs.unwritten('status')} or ${changeSetIs.failed('status')} and applied_at is null)
        and applied_count = 0 and updated_at < $1::timestamptz - interval '${keptUnappliedDays} days')`,
    accountsWithOlder('core.restored_version', 'restored_at', { than: `${keptAppliedDays} days` }),
  ]),
  sample: "update core.change_set set updated_at = '2026-01-01'",
};

/**
 * Deletes the rows of sets that were applied or undone 90 days ago, while the sets stay in the list. Deletes sets that
 * wrote nothing and were unchanged for 30 days, or whose staging was interrupted a day ago. Runs nightly per account,
 * in one transaction.
 */
export async function pruneChangeSets(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  const [done, idle, broken] = [keptAppliedDays, keptUnappliedDays, keptStagingDays].map(
    (days) => new Date(now - days * dayLength),
  ) as [Date, Date, Date];
  const query = ctx.em.query();
  const { rows: finished } = await sql<{
    id: string;
  }>`select id from core.change_set where account_id = ${ctx.account.id}
    and ${changeSetIs.done('status')} and rows_pruned_at is null and coalesce(undone_at, applied_at) < ${done}
    order by id for update`.execute(query);
  const { rows: abandoned } = await sql<{
    id: string;
  }>`select id from core.change_set where account_id = ${ctx.account.id}
    and (${changeSetIs.unwritten('status')}
      or (${changeSetIs.failed('status')} and applied_count = 0 and applied_at is null))
    and applied_count = 0 and updated_at < case when ${changeSetIs.staging('status')} then ${broken}::timestamptz
      else ${idle} end
    order by id for update`.execute(query);
  // Recorded later than the sets that need them were written, so these are deleted as well.
  await sql`delete from core.restored_version where account_id = ${ctx.account.id} and restored_at < ${done}`.execute(
    query,
  );
  const ids = [...finished, ...abandoned].map(({ id }) => id);
  if (!ids.length) return;
  for (let removed = batch; removed === batch; ) {
    const { numAffectedRows } =
      await sql`delete from core.change_set_row where ctid = any(array(select ctid from core.change_set_row
      where account_id = ${ctx.account.id} and change_set_id = any(${ids}::text[]) limit ${batch}))`.execute(query);
    removed = Number(numAffectedRows ?? 0);
  }
  await sql`update core.change_set set rows_pruned_at = ${new Date(now)}
    where account_id = ${ctx.account.id} and id = any(${finished.map(({ id }) => id)}::text[])`.execute(query);
  await sql`delete from core.change_set where account_id = ${ctx.account.id}
    and id = any(${abandoned.map(({ id }) => id)}::text[])`.execute(query);
  touchedChangeSets(ctx);
}
