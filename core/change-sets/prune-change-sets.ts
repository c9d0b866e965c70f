import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context.ts';
import { changeSetIs } from './change-set-is.ts';
import { touchedChangeSets } from './touched-change-sets.ts';

/** Days for which rows are kept after a set was applied or undone: so long it can be undone and looked into. */
export const keptAppliedDays = 90;
/** Days after which a set that wrote nothing is removed whole. */
export const keptUnappliedDays = 30;
/** Days after which a set that is still being staged belongs to a process that died. */
const keptStagingDays = 1;
/** Rows removed by one statement. */
const batch = 20_000;

const day = 86_400_000;

/**
 * Removes rows of sets that were applied or undone 90 days ago, the sets themselves stay in the list; and sets that
 * wrote nothing and were not touched for 30 days, or whose staging broke off a day ago. Runs nightly per account, in
 * one transaction.
 */
export async function pruneChangeSets(ctx: AccountContext): Promise<void> {
  const now = ctx.clock.now().getTime();
  const [done, idle, broken] = [keptAppliedDays, keptUnappliedDays, keptStagingDays].map(
    (days) => new Date(now - days * day),
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
  // Noted after the sets they are for were written, so those are gone as well.
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
