import { sql } from 'kysely';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import type { BulkAnswer, BulkPreview } from '../../contracts/work/change-set.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { recordChangeSet, startBulk } from '../change-sets.service.ts';
import {
  goneReferences,
  type KeptRows,
  type KeptTable,
  keepRows,
  putBackColumns,
  putBackRows,
} from '../rows/kept-rows.ts';
import type { AppliedRow, ChangeSetAction, RowChange, RowVerdict, WorkOptions } from '../run/change-set-action.ts';

/** A record for a bulk action, as JSON, with the data for writing it. */
export interface BulkItem {
  id: string;
  /** The record's number, SKU or name. */
  label: string;
}

/** The records of a bulk action: allowed and refused ones. */
export interface SortedRecords<Item extends BulkItem> {
  allowed: Item[];
  refused: { id: string; label: string; reason: string }[];
}

/**
 * An action on many records. It changes the permitted ones and lists the others with the reason. Both steps work on
 * sets.
 */
export interface BulkAction<Item extends BulkItem = BulkItem> {
  /** Unique: `customers.delete`. */
  action: string;
  recordType: string;
  permission: PermissionCode;
  effect: 'update' | 'delete';
  /** Determines the permitted records and the reasons against the others, and locks the rows to write. */
  sort(ctx: AccountContext, ids: readonly string[], options: WorkOptions): Promise<SortedRecords<Item>>;
  /** Writes the permitted records, in the transaction of `sort`. */
  apply(ctx: AccountContext, items: readonly Item[], options: WorkOptions): Promise<void>;
  /** Changed fields in readable form; none for deletions. */
  changes?(item: Item, options: WorkOptions): RowChange[];
  /** How to undo it. With it every call is a change set, whatever the number of records. */
  undo?: Restoration;
}

/** The rows that a deletion removes or a change overwrites, and how to restore them. */
export interface Restoration {
  /** The record's own table, whose `id` is the record's. */
  own: string;
  /** All tables with removed or changed rows, in the order of their references; includes `own`. */
  tables: readonly KeptTable[];
  /**
   * Further reasons why records cannot be restored, such as a name that another record has now, by id. Foreign keys are
   * checked anyway.
   */
  refusals?(ctx: AccountContext, records: readonly RestoredRecord[]): Promise<ReadonlyMap<string, string>>;
  /** Called after the rows are restored, for search, history and events. */
  restored?(ctx: AccountContext, records: readonly RestoredRecord[]): Promise<void>;
  /** For an action that only changes some columns of `own`: only these are restored. */
  columns?: readonly string[];
  /** A custom undo where restoring columns does not suffice; it calls `putBack` to restore them. */
  takeBack?(ctx: AccountContext, records: readonly RestoredRecord[], putBack: () => Promise<void>): Promise<void>;
}

/** A record to restore. */
export interface RestoredRecord extends BulkItem {
  rows: KeptRows;
}

/** The bulk action as a change set action, for the plugin's `changeSets`. */
export const bulkWork = <Item extends BulkItem>(bulk: BulkAction<Item>): ChangeSetAction<Item | null> => ({
  action: bulk.action,
  recordType: bulk.recordType,
  permission: bulk.permission,
  async check(ctx, rows, options) {
    const { allowed, refused } = await bulk.sort(
      ctx,
      rows.map(({ key }) => key),
      options,
    );
    const byID = new Map(allowed.map((item) => [item.id, item]));
    const whyNot = new Map(refused.map((each) => [each.id, each]));
    return rows.map(({ row, key }): RowVerdict<Item | null> => {
      const item = byID.get(key);
      const shared = { row, recordID: key, warnings: [] };
      if (item) {
        const changes = bulk.changes?.(item, options) ?? [];
        return { ...shared, label: item.label, effect: bulk.effect, changes, errors: [], data: item };
      }
      const { label = key, reason = 'There is no such record' } = whyNot.get(key) ?? {};
      return { ...shared, label, effect: 'error', changes: [], errors: [{ field: '', message: reason }], data: null };
    });
  },
  async apply(ctx, rows, options) {
    const written = await applyBulk(
      ctx,
      bulk,
      rows.flatMap(({ data }) => data ?? []),
      options,
    );
    return rows.map(({ row, recordID }) => ({ row, recordID, ...(written.get(recordID ?? '') ?? nothingToUndo) }));
  },
  ...(bulk.undo ? { undo: undoOf(bulk.undo) } : {}),
});

/**
 * The expected result of a bulk action: the number of permitted records, and the reasons against others, the most
 * frequent first.
 */
export async function previewBulk<Item extends BulkItem>(
  ctx: AccountContext,
  bulk: BulkAction<Item>,
  { ids, options = {} }: { ids: readonly string[]; options?: WorkOptions },
): Promise<BulkPreview> {
  const { allowed, refused } = await bulk.sort(ctx, [...new Set(ids)], options);
  const reasons = Map.groupBy(refused, ({ label, reason }) => reason.replaceAll(label, '…'));
  return {
    allowed: allowed.length,
    refused: [...reasons]
      .map(([reason, records]) => ({
        reason,
        count: records.length,
        labels: records.slice(0, mostLabels).map(({ label }) => label),
      }))
      .sort((left, right) => right.count - left.count),
  };
}

/** Number of records that a preview names per reason. */
const mostLabels = 5;

const nothingToUndo = { undo: null, versions: {} };

interface Deleted {
  label: string;
  rows: KeptRows;
}

/** Writes the action and returns the undo data by record. */
async function applyBulk<Item extends BulkItem>(
  ctx: AccountContext,
  bulk: BulkAction<Item>,
  items: readonly Item[],
  options: WorkOptions,
): Promise<Map<string, Pick<AppliedRow, 'undo' | 'versions'>>> {
  const { undo } = bulk;
  if (!undo || !items.length) {
    if (items.length) await bulk.apply(ctx, items, options);
    return new Map();
  }
  const ids = items.map(({ id }) => id);
  const found = await versionsOf(ctx, undo, ids);
  const kept = await keepRows(ctx, undo.tables, ids);
  await bulk.apply(ctx, items, options);
  await ctx.em.flush();
  const left = await versionsOf(ctx, undo, ids);
  return new Map(
    items.map(({ id, label }) => [
      id,
      {
        undo: { label, rows: kept.get(id) ?? {} } satisfies Deleted,
        versions: { [id]: { found: found.get(id) ?? null, left: left.get(id) ?? null } },
      },
    ]),
  );
}

/** Versions of the existing records, including hidden ones. */
async function versionsOf(
  ctx: AccountContext,
  { own }: Restoration,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`select id, version from ${sql.table(own)}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) order by id for no key update`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Rows of a set to undo, as records to restore. */
const recordsOf = (rows: readonly AppliedRow[]) =>
  rows.flatMap(({ row, recordID, undo, versions }) => {
    if (!recordID || !undo) return [];
    const { label, rows: kept } = undo as Deleted;
    return [{ row, id: recordID, label, rows: kept, left: versions[recordID]?.left ?? null }];
  });

const undoOf = (restoration: Restoration): NonNullable<ChangeSetAction['undo']> => ({
  async refusals(ctx, rows) {
    const records = recordsOf(rows);
    const standing = await versionsOf(
      ctx,
      restoration,
      records.map(({ id }) => id),
    );
    const gone = await goneReferences(
      ctx,
      restoration.tables,
      records.map((record) => record.rows),
    );
    const further = await restoration.refusals?.(ctx, records);
    return records.flatMap(({ row, id, label, left }) => {
      const isAsLeft = (standing.get(id) ?? null) === left;
      const reason = isAsLeft ? (gone.get(id) ?? further?.get(id)) : 'it was changed since';
      return reason === undefined ? [] : [{ row, label, reason }];
    });
  },
  async apply(ctx, rows) {
    const records = recordsOf(rows);
    const kept = records.map((record) => record.rows);
    const { own, columns, tables } = restoration;
    const putBack = () => (columns ? putBackColumns(ctx, own, columns, kept) : putBackRows(ctx, tables, kept));
    await (restoration.takeBack?.(ctx, records, putBack) ?? putBack());
    await restoration.restored?.(ctx, records);
    await ctx.em.flush();
    return versionsOf(
      ctx,
      restoration,
      records.map(({ id }) => id),
    );
  },
});

/**
 * Runs a bulk action: up to `jobRows` records at once, in the caller's transaction; more as a change set with progress,
 * whose rows list the refused ones. A deletion is always a set that can be undone.
 */
export async function runBulk<Item extends BulkItem>(
  ctx: AccountContext,
  bulk: BulkAction<Item>,
  { ids, title, options = {} }: { ids: readonly string[]; title(count: number): string; options?: WorkOptions },
): Promise<BulkAnswer> {
  const wanted = [...new Set(ids)];
  if (wanted.length > ctx.sizes.jobRows)
    return startBulk(ctx, bulkWork(bulk), { ids: wanted, title: title(wanted.length), options });
  const { allowed, refused } = await bulk.sort(ctx, wanted, options);
  const written = await applyBulk(ctx, bulk, allowed, options);
  const undoChangeSetID = written.size
    ? await recordChangeSet(ctx, bulkWork(bulk), {
        title: title(allowed.length),
        options,
        rows: allowed.map(({ id, label }) => ({
          key: id,
          recordID: id,
          label,
          effect: bulk.effect,
          changes: [],
          warnings: [],
          values: {},
          ...(written.get(id) ?? nothingToUndo),
        })),
      })
    : null;
  return {
    done: allowed.length,
    refused: refused.map(({ id, label, reason }) => ({ id, label, reason })),
    changeSetID: null,
    undoChangeSetID,
  };
}
