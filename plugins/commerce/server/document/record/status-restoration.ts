import type { AccountContext, Restoration, RestoredRecord, SortedRecords, WorkOptions } from '@millwright/core/server';
import { salesOrderStates } from '../../../contracts/index.ts';

interface Order {
  id: string;
  label: string;
  status: string;
}

interface StatusSteps<State extends Order> {
  table: string;
  statesOf(ctx: AccountContext, ids: readonly string[]): Promise<State[]>;
  sort(ctx: AccountContext, ids: readonly string[], options: WorkOptions): Promise<SortedRecords<State>>;
  write(ctx: AccountContext, orders: readonly State[], options: WorkOptions): Promise<void>;
  /** Further columns that change with the status. */
  columns?: readonly string[];
}

/**
 * Restores the status before a bulk change, with the same steps and rules as a status change, so that stock, picks and
 * supply follow, and orders that were picked or received since are refused. Only this undo can turn an order into a bid
 * request again.
 */
export function statusRestoration<State extends Order>(steps: StatusSteps<State>): Restoration {
  const { table } = steps;
  const byStatus = (records: readonly RestoredRecord[]) =>
    Map.groupBy(records, ({ rows }) => (JSON.parse(rows[table] ?? '[{}]') as [{ status: string }])[0].status);
  const idsOf = (records: readonly RestoredRecord[]) => records.map(({ id }) => id);
  return {
    own: table,
    tables: [{ table, column: 'id' }],
    columns: ['status', 'issued_at', 'completed_at', ...(steps.columns ?? [])],
    async refusals(ctx, records) {
      const reasons = new Map<string, string>();
      for (const [status, own] of byStatus(records)) {
        const statusChange = salesOrderStates.is.requested(status) ? 'estimate' : status;
        const states = await steps.statesOf(ctx, idsOf(own));
        const changed = states.filter((state) => state.status !== statusChange).map(({ id }) => id);
        const { refused } = await steps.sort(ctx, changed, { statusChange });
        for (const { id, reason } of refused) reasons.set(id, reason);
      }
      return reasons;
    },
    async takeBack(ctx, records, putBack) {
      const states = new Map((await steps.statesOf(ctx, idsOf(records))).map((state) => [state.id, state]));
      // Dates are restored first, because orders are served in the order of their issue.
      await putBack();
      for (const [statusChange, own] of byStatus(records)) {
        const orders = own.flatMap(({ id }) => states.get(id) ?? []);
        await steps.write(ctx, orders, { statusChange });
      }
    },
  };
}
