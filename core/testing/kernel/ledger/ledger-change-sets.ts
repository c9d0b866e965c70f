import { audit } from '../../../audit/audit.ts';
import type { AppliedRow, ChangeSetAction, RowVerdict, StagedRow } from '../../../change-sets/run/change-set-action.ts';
import { newID } from '../../../contracts/texts/id.ts';
import { sql } from '../../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../../kernel/context/context.ts';
import { touched } from '../../../lists/list-page.ts';
import { listEntries } from './ledger.contract.ts';

interface Entry {
  id: string;
  number: string;
  title: string;
  note: string | null;
  lineCount: number;
  version: number;
}

/** Data that the first row of a key needs for writing. */
type Plan = { title: string; note: string | null } | null;
/** The previous state of an entry; null for a created one. */
interface Before {
  entry: Entry | null;
}

const nothing = { changes: [], errors: [], warnings: [], data: null };
const record = (id: string) => ({ type: 'ledger_entry', id });

async function entriesBy(ctx: AccountContext, column: 'id' | 'number', values: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select id, number, title, note, line_count as "lineCount", version from ledger.entry
    where account_id = ${ctx.account.id} and ${sql.ref(column)} = any(${[...values]}::text[])
    order by id for update`.execute(ctx.em.query());
  return rows;
}

async function insert(ctx: AccountContext, entries: readonly Entry[]): Promise<void> {
  if (!entries.length) return;
  await sql`insert into ledger.entry (account_id, id, created_at, updated_at, version, number, title, note, line_count)
    select ${ctx.account.id}, e.id, ${ctx.clock.now()}, ${ctx.clock.now()}, e.version, e.number,
      e.title, e.note, e."lineCount"
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as e(id text, number text, title text, note text,
      "lineCount" int, version int)`.execute(ctx.em.query());
}

async function update(
  ctx: AccountContext,
  entries: readonly Pick<Entry, 'id' | 'title' | 'note'>[],
): Promise<Map<string, number>> {
  if (!entries.length) return new Map();
  const { rows } = await sql<
    Pick<Entry, 'id' | 'version'>
  >`update ledger.entry entry set title = e.title, note = e.note, version = entry.version + 1
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as e(id text, title text, note text)
    where entry.account_id = ${ctx.account.id} and entry.id = e.id returning entry.id, entry.version`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function remove(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  await sql`delete from ledger.entry where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(
    ctx.em.query(),
  );
}

const keysOf = (rows: readonly StagedRow[]): string[] => [...new Set(rows.map(({ key }) => key))];

/**
 * Creates, changes and deletes entries by number. All rows with one number form an entry: the first contains the title,
 * each adds a line to the note, and `remove` in the first one deletes the entry.
 */
export const entryChanges: ChangeSetAction<Plan> = {
  action: 'ledger.change',
  recordType: 'ledger_entry',
  permission: 'ledger_entries:update',
  isIndependent: () => true,
  async check(ctx, rows) {
    const known = new Map((await entriesBy(ctx, 'number', keysOf(rows))).map((entry) => [entry.number, entry]));
    return keysOf(rows).flatMap((key): RowVerdict<Plan>[] => {
      const own = rows.filter((row) => row.key === key);
      const [first] = own;
      const entry = known.get(key);
      const title = first?.values['title'] ?? '';
      const note = own.flatMap(({ values }) => values['note'] || []).join('\n') || null;
      const label = `Entry ${key}`;
      const isRemoved = first?.values['remove'] === 'yes';
      const effect = isRemoved
        ? entry
          ? 'delete'
          : 'skip'
        : !entry
          ? 'create'
          : entry.title === title && entry.note === note
            ? 'unchanged'
            : 'update';
      return own.map(({ row }, index): RowVerdict<Plan> => {
        const verdict = { ...nothing, row, label, recordID: entry?.id ?? null, effect } as RowVerdict<Plan>;
        if (index > 0) return verdict;
        if (!title && !isRemoved)
          return { ...verdict, effect: 'error', errors: [{ field: 'title', message: 'Title is required' }] };
        if (isRemoved && entry?.lineCount)
          return { ...verdict, effect: 'error', errors: [{ field: '', message: 'It has lines' }] };
        if (title.endsWith('?')) verdict.warnings = [{ field: 'title', message: 'Is this a question?' }];
        if (effect === 'create' || effect === 'update')
          verdict.changes = [
            { field: 'title', label: 'Title', from: entry?.title ?? null, to: title },
            { field: 'note', label: 'Note', from: entry?.note ?? null, to: note },
          ];
        return { ...verdict, data: { title, note } };
      });
    });
  },
  async apply(ctx, rows) {
    const known = new Map((await entriesBy(ctx, 'number', keysOf(rows))).map((entry) => [entry.number, entry]));
    const outcome: AppliedRow[] = [];
    const created: Entry[] = [];
    const changed: Pick<Entry, 'id' | 'title' | 'note'>[] = [];
    const removed: string[] = [];
    for (const { row, key, data, effect } of rows) {
      if (!data) continue;
      const entry = known.get(key) ?? null;
      const id = entry?.id ?? newID('len');
      if (effect === 'create') created.push({ id, number: key, lineCount: 0, version: 1, ...data });
      else if (effect === 'update') changed.push({ id, ...data });
      else removed.push(id);
      const found = entry?.version ?? null;
      const left = effect === 'delete' ? null : (found ?? 0) + 1;
      outcome.push({ row, recordID: id, undo: { entry } satisfies Before, versions: { [id]: { found, left } } });
      audit(ctx, { record: record(id), action: `${effect}d` });
    }
    await insert(ctx, created);
    await update(ctx, changed);
    await remove(ctx, removed);
    touched(ctx, listEntries);
    return outcome;
  },
  undo: {
    async refusals(ctx, rows) {
      const ids = rows.flatMap(({ recordID }) => recordID ?? []);
      const now = new Map((await entriesBy(ctx, 'id', ids)).map((entry) => [entry.id, entry]));
      const removed = rows.flatMap(({ versions, undo }) => {
        const { entry } = undo as Before;
        return entry && versions[entry.id]?.left === null ? entry.number : [];
      });
      const taken = new Set((await entriesBy(ctx, 'number', removed)).map(({ number }) => number));
      return rows.flatMap(({ row, recordID, undo, versions }) => {
        const id = recordID ?? '';
        const before = (undo as Before).entry;
        const entry = now.get(id);
        const left = versions[id]?.left ?? null;
        const refused = (reason: string) => [{ row, label: `Entry ${(entry ?? before)?.number ?? id}`, reason }];
        if ((entry?.version ?? null) !== left) return refused('It was changed since');
        return left === null && taken.has(before?.number ?? '') ? refused('Its number is taken') : [];
      });
    },
    async apply(ctx, rows) {
      const all = rows.map(({ recordID, undo, versions }) => {
        const id = recordID as string;
        return { id, ...(undo as Before), version: versions[id]?.left ?? null };
      });
      await remove(
        ctx,
        all.filter(({ entry }) => !entry).map(({ id }) => id),
      );
      const versions = await update(
        ctx,
        all.flatMap(({ entry, version }) => (entry && version !== null ? entry : [])),
      );
      const back = all.flatMap(({ entry, version }) => (entry && version === null ? entry : []));
      await insert(ctx, back);
      for (const { id } of all) audit(ctx, { record: record(id), action: 'reverted' });
      touched(ctx, listEntries);
      for (const { id, version } of back) versions.set(id, version);
      return versions;
    },
  },
};

/** Deletes entries; entries with lines are refused. */
export const entryDeletions: ChangeSetAction = {
  action: 'ledger.delete',
  recordType: 'ledger_entry',
  permission: 'ledger_entries:delete',
  async check(ctx, rows) {
    const known = new Map((await entriesBy(ctx, 'id', keysOf(rows))).map((entry) => [entry.id, entry]));
    return rows.map(({ row, key }): RowVerdict => {
      const entry = known.get(key);
      const found = { ...nothing, row, label: entry?.number ?? key, recordID: key };
      if (entry && !entry.lineCount) return { ...found, effect: 'delete' };
      const message = entry ? 'It has lines' : 'There is no such entry';
      return { ...found, effect: 'error', errors: [{ field: '', message }] };
    });
  },
  async apply(ctx, rows) {
    await remove(ctx, keysOf(rows));
    for (const { key } of rows) audit(ctx, { record: record(key), action: 'deleted' });
    touched(ctx, listEntries);
    return rows.map(({ row, key }) => ({ row, recordID: key, undo: null, versions: {} }));
  },
};
