import { startBulk } from '../../../change-sets/change-sets.service.ts';
import { newID } from '../../../contracts/texts/id.ts';
import type { TableRow } from '../../../database/rows/table-row.ts';
import { emit } from '../../../events/emit.ts';
import { accountsIn } from '../../../jobs/looks/due-sql.ts';
import type { AccountContext } from '../../../kernel/context/context.ts';
import { definePlugin } from '../../../kernel/plugin/define-plugin.ts';
import { on } from '../../../kernel/plugin/plugin.ts';
import { personRoute, route } from '../../../kernel/route.ts';
import { listPage, touched } from '../../../lists/list-page.ts';
import { queueEmail } from '../../../mail/sending/queue-email.ts';
import { nextNumber } from '../../../numbering/numbering.ts';
import {
  breakLedger,
  createEntry,
  deleteAllEntries,
  deleteEntry,
  type EntryInput,
  type EntryPatch,
  type EntryRow,
  type EntryView,
  entryCreated,
  getEntry,
  introduceLedger,
  LedgerPort,
  ledgerPermissions,
  ledgerRecords,
  ledgerScreens,
  listEntries,
  updateEntry,
} from './ledger.contract.ts';
import { LedgerEntry, LedgerLine, ledgerEntities } from './ledger.entity.ts';
import { LedgerInitial } from './ledger.migration.ts';
import { entryChanges, entryDeletions } from './ledger-change-sets.ts';

type Tables = { 'ledger.entry': TableRow<typeof LedgerEntry> };

const rowOf = (entry: LedgerEntry): EntryRow => ({
  id: entry.id,
  number: entry.number,
  title: entry.title,
  note: entry.note ?? null,
  lineCount: entry.lineCount,
  version: entry.version,
  createdAt: entry.createdAt.toISOString(),
  updatedAt: entry.updatedAt.toISOString(),
});

async function viewOf(ctx: AccountContext, entry: LedgerEntry): Promise<EntryView> {
  const lines = await ctx.em.find(LedgerLine, { accountID: ctx.account.id, entry }, { orderBy: { position: 'asc' } });
  return {
    ...rowOf(entry),
    dueOn: entry.dueOn ?? null,
    lines: lines.map(({ position, text, measure }) => ({ position, text, measure: Number(measure) })),
  };
}

/**
 * A typical domain service: creates a numbered document with lines in one transaction, with an event that a job answers
 * by a mail.
 */
export class Ledger extends LedgerPort {
  async create(ctx: AccountContext, { lines, email, ...input }: EntryInput): Promise<LedgerEntry> {
    const number = await nextNumber(ctx, 'ledger_entry');
    const entry = ctx.em.create(LedgerEntry, { id: newID('len'), number, ...input, lineCount: lines.length });
    for (const [index, line] of lines.entries())
      ctx.em.create(LedgerLine, {
        id: newID('lln'),
        entry,
        position: index + 1,
        text: line.text,
        measure: String(line.measure),
      });
    emit(ctx, entryCreated, { entryID: entry.id, email: email ?? null }, { type: 'ledger_entry', id: entry.id });
    await ctx.em.flush();
    touched(ctx, listEntries);
    return entry;
  }

  async update(ctx: AccountContext, id: string, { version, ...patch }: EntryPatch): Promise<LedgerEntry> {
    const entry = await ctx.em.getForUpdate(LedgerEntry, id);
    ctx.em.expectVersion(entry, version);
    ctx.em.assign(entry, patch);
    await ctx.em.flush();
    touched(ctx, listEntries);
    return entry as LedgerEntry;
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const entry = await ctx.em.getForUpdate(LedgerEntry, id);
    for (const line of await ctx.em.find(LedgerLine, { accountID: ctx.account.id, entry: { id } as LedgerEntry }))
      ctx.em.remove(line);
    await ctx.em.flush();
    ctx.em.remove(entry);
    await ctx.em.flush();
    touched(ctx, listEntries);
    return undefined;
  }

  override async countEntries(ctx: AccountContext): Promise<number> {
    return (await ctx.em.find(LedgerEntry, { accountID: ctx.account.id })).length;
  }
}

/**
 * A complete plugin for tests of the kernel: entities and a migration, routes of both scopes, a list, an event with a
 * mail, a scheduled job, a screen, a record type and a port.
 */
export const ledgerPlugin = definePlugin({
  id: 'ledger',
  title: 'Ledger',
  description: 'Entries with lines: what the tests of the kernel work with.',
  permissions: ledgerPermissions,
  entities: ledgerEntities,
  migrations: [{ name: 'LedgerInitial', class: LedgerInitial }],
  provides: [LedgerPort],
  bind: (container) => {
    container.bind(Ledger).toResolvedValue(() => new Ledger());
    container.bind(LedgerPort).toResolvedValue((ledger) => ledger, [Ledger]);
  },
  routes: (services) => {
    const ledger = services.get(Ledger);
    return [
      route(listEntries, async (ctx, { query }) => {
        const { items, count } = await listPage(ctx, {
          list: listEntries,
          id: 'entry.id',
          matching: ctx.em
            .query<Tables>()
            .selectFrom('ledger.entry as entry')
            .where('entry.account_id', '=', ctx.account.id),
          select: (rows) => rows.selectAll('entry'),
          page: query,
          sortable: { number: 'entry.number', title: 'entry.title' },
          order: [['entry.created_at', 'desc']],
        });
        return {
          count,
          items: items.map((row) => ({
            id: row.id,
            number: row.number,
            title: row.title,
            note: row.note,
            lineCount: Number(row.line_count),
            version: Number(row.version),
            createdAt: new Date(row.created_at).toISOString(),
            updatedAt: new Date(row.updated_at).toISOString(),
          })),
        };
      }),
      route(createEntry, async (ctx, { body }) => viewOf(ctx, await ledger.create(ctx, body))),
      route(getEntry, async (ctx, { params }) =>
        viewOf(ctx, (await ctx.em.get(LedgerEntry, params.entryID)) as LedgerEntry),
      ),
      route(updateEntry, async (ctx, { params, body }) => viewOf(ctx, await ledger.update(ctx, params.entryID, body))),
      route(deleteEntry, (ctx, { params }) => ledger.remove(ctx, params.entryID)),
      route(deleteAllEntries, async (ctx) => {
        const entries = await ctx.em
          .query<Tables>()
          .selectFrom('ledger.entry')
          .select('id')
          .where('account_id', '=', ctx.account.id)
          .orderBy('id')
          .execute();
        return startBulk(ctx, entryDeletions, {
          title: `Delete ${entries.length} entries`,
          ids: entries.map(({ id }) => id),
        });
      }),
      route(breakLedger, async (ctx) => {
        await ctx.em.query().selectFrom('ledger.no_such_table').selectAll().execute();
        return undefined;
      }),
      personRoute(introduceLedger, async () => ({ text: 'A ledger keeps entries.' }), { acts: 'session' }),
    ];
  },
  changeSets: () => [entryChanges, entryDeletions],
  events: [entryCreated],
  subscriptions: () => [
    on(entryCreated, 'ledger.send-receipt', async (ctx, { entryID, email }) => {
      if (!email) return;
      const record = { type: 'ledger_entry', id: entryID };
      await queueEmail(ctx, { template: 'ledger.receipt', to: [email], props: { entryID }, record });
    }),
  ],
  jobs: (services) => [
    {
      name: 'ledger.close-day',
      cron: '0 0 * * *',
      due: { sql: accountsIn('core.account_plugin') },
      handle: async (ctx) => void (await services.get(Ledger).create(ctx, { title: 'End of day', lines: [] })),
    },
  ],
  screens: ledgerScreens,
  slots: ['ledger.entry.panels'],
  records: ledgerRecords,
  recordSources: () => [{ type: 'ledger_entry', label: async (ctx, id) => (await ctx.em.get(LedgerEntry, id)).number }],
  numbering: [{ kind: 'ledger_entry', label: 'Ledger entries', first: 1000 }],
  notifications: [{ code: 'ledger.day-closed', name: 'Day closed', description: 'At the end of every day' }],
  emails: [
    {
      name: 'ledger.receipt',
      sample: { entryID: 'len_1' },
      render: async ({ entryID }) => ({
        subject: `Receipt of ${String(entryID)}`,
        html: `<p>${String(entryID)}</p>`,
        text: String(entryID),
      }),
    },
  ],
});
