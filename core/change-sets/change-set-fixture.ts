import type { ChangeSet } from '../contracts/work/change-set.contract.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { forgetAccess } from '../tenancy/access/access.ts';
import type { TestAccount, TestKernel } from '../testing/kernel/test-kernel.ts';
import type { NewRow } from './rows/change-set-row.queries.ts';

/** An entry for comparisons in tests, without the columns that every write changes. */
export interface FixtureEntry {
  number: string;
  title: string;
  note: string | null;
}

interface HistoryRow {
  record_id: string;
  record_type: string;
  action: string;
  note: string | null;
  actor_name: string;
}

/** Cells of a row for the test ledger's action. */
export interface Cells {
  number: string;
  title?: string;
  note?: string;
  remove?: 'yes';
}

/** Helpers for tests of change sets. */
export function changeSetTools(kernel: TestKernel) {
  const sets = () => kernel.core.changeSets;
  const rowsOf = (cells: readonly Cells[]): NewRow[] =>
    cells.map(({ number, ...values }, index) => ({ row: index + 1, key: number, values: { ...values } }));
  return {
    /** A staged set of the ledger's action, checked at once or by the jobs. */
    async staged(account: TestAccount, cells: readonly Cells[]): Promise<ChangeSet> {
      const checked = await account.run(async (ctx) => {
        const { id } = await sets().stage(ctx, { action: 'ledger.change', title: 'Change of the ledger' });
        await sets().addRows(ctx, id, [rowsOf(cells)]);
        return sets().check(ctx, id);
      });
      if (checked.status !== 'checking') return checked;
      await (await kernel.jobs()).idle();
      return account.run((ctx) => sets().read(ctx, checked.id));
    },
    sets,
    rowsOf,
    entries: (account: TestAccount): Promise<FixtureEntry[]> =>
      account.run((ctx) => select<FixtureEntry>(ctx, 'ledger.entry', ['number', 'title', 'note'], 'number')),
    /** Inserts entries directly, without a service. */
    seed: (
      account: TestAccount,
      entries: readonly (FixtureEntry & { id: string; lineCount?: number })[],
    ): Promise<void> =>
      account.run(async (ctx) => {
        const now = ctx.clock.now();
        for (let start = 0; start < entries.length; start += 2000)
          await ctx.em
            .query()
            .insertInto('ledger.entry')
            .values(
              entries.slice(start, start + 2000).map(({ lineCount = 0, ...entry }) => ({
                account_id: account.id,
                created_at: now,
                updated_at: now,
                line_count: lineCount,
                version: 1,
                ...entry,
              })),
            )
            .execute();
      }),
    clear: (account: TestAccount): Promise<void> =>
      account.run(async (ctx) => {
        for (const table of ['ledger.entry', 'core.change_set_row', 'core.change_set', 'core.restored_version'])
          await ctx.em.query().deleteFrom(table).where('account_id', '=', account.id).execute();
      }),
    historyOf: async (account: TestAccount, recordType: string): Promise<HistoryRow[]> => {
      const columns = ['record_id', 'record_type', 'action', 'note', 'actor_name'];
      const all = await account.run((ctx) => select<HistoryRow>(ctx, 'core.audit_event', columns, 'id'));
      return all.filter(({ record_type }) => record_type === recordType);
    },
    /** Replaces the rights of a system role on entries. */
    grant: (
      account: TestAccount,
      type: string,
      { canRead = false, canUpdate = false, canDelete = false },
    ): Promise<void> =>
      account.run(async (ctx) => {
        await sql`insert into core.role_permission (account_id, role_id, domain, can_create,
          can_read, can_update, can_delete)
          select account_id, id, 'ledger_entries', false, ${canRead}, ${canUpdate}, ${canDelete} from core.role
          where account_id = ${ctx.account.id} and type = ${type}
          on conflict (account_id, role_id, domain) do update
            set can_read = excluded.can_read, can_update = excluded.can_update,
              can_delete = excluded.can_delete`.execute(ctx.em.query());
        ctx.afterCommit(() => forgetAccess(ctx.account.id));
      }),
    select: <Row>(account: TestAccount, table: string, columns: readonly string[], order: string): Promise<Row[]> =>
      account.run((ctx) => select<Row>(ctx, table, columns, order)),
  };
}

const select = <Row>(ctx: AccountContext, table: string, columns: readonly string[], order: string): Promise<Row[]> =>
  ctx.em
    .query()
    .selectFrom(table)
    .select([...columns])
    .where('account_id', '=', ctx.account.id)
    .orderBy(order)
    .execute() as Promise<Row[]>;
