import { type BulkAnswer, largestImmediateSet } from '../contracts/change-set.contract.ts';
import type { PermissionCode } from '../contracts/permission.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { ChangeSetWork, RowChange, RowVerdict, WorkOptions } from './change-set-work.ts';
import { startBulk } from './change-sets.service.ts';

/** A record that a bulk action may touch; JSON, with what writing it needs. */
export interface BulkItem {
  id: string;
  /** What names it: its number, SKU or name. */
  label: string;
}

/** Records that a bulk action means, told apart. */
export interface SortedRecords<Item extends BulkItem> {
  allowed: Item[];
  refused: { id: string; label: string; reason: string }[];
}

/** An action over many records: those that may take it do, the others are listed with the reason. Both steps work in sets. */
export interface BulkAction<Item extends BulkItem = BulkItem> {
  /** Unique: `customers.delete`. */
  action: string;
  recordType: string;
  permission: PermissionCode;
  effect: 'update' | 'delete';
  /** Tells apart which of the records may take the action and why the others may not, and locks what it will write. */
  sort(ctx: AccountContext, ids: readonly string[], options: WorkOptions): Promise<SortedRecords<Item>>;
  /** Writes the allowed ones, in the transaction that sorted them. */
  apply(ctx: AccountContext, items: readonly Item[], options: WorkOptions): Promise<void>;
  /** Fields that change, as people read them; none for deletions. */
  changes?(item: Item, options: WorkOptions): RowChange[];
}

/** The bulk action as work of change sets, to be listed in the plugin's `changeSets`. */
export const bulkWork = <Item extends BulkItem>(bulk: BulkAction<Item>): ChangeSetWork<Item | null> => ({
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
    await bulk.apply(
      ctx,
      rows.flatMap(({ data }) => data ?? []),
      options,
    );
    return rows.map(({ row, recordID }) => ({ row, recordID, undo: null, versions: {} }));
  },
});

/**
 * Does a bulk action: up to 2,000 records at once, in the caller's transaction; more as a change set with progress, whose rows
 * list what was refused.
 */
export async function runBulk<Item extends BulkItem>(
  ctx: AccountContext,
  bulk: BulkAction<Item>,
  { ids, title, options = {} }: { ids: readonly string[]; title(count: number): string; options?: WorkOptions },
): Promise<BulkAnswer> {
  const wanted = [...new Set(ids)];
  if (wanted.length > largestImmediateSet)
    return startBulk(ctx, bulkWork(bulk), { ids: wanted, title: title(wanted.length), options });
  const { allowed, refused } = await bulk.sort(ctx, wanted, options);
  if (allowed.length) await bulk.apply(ctx, allowed, options);
  return {
    done: allowed.length,
    refused: refused.map(({ id, label, reason }) => ({ id, label, reason })),
    changeSetID: null,
  };
}
