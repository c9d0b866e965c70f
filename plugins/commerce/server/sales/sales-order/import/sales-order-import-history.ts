import { type AccountContext, type AuditEntry, emitAll } from '@millwright/core/server';
import { salesOrderIssued, salesOrderStatusChanged, salesOrderStatusNames } from '../../../../contracts/index.ts';
import { sumsOfLines } from '../lines/sales-order-sums.ts';
import type { NewLine } from '../lines/sales-order-write-lines.ts';
import { orderRecord } from '../sales-order-history.ts';
import {
  headerChanges,
  type ImportedOrder,
  importedLineText,
  lineChanges,
  type StoredOrder,
} from './sales-order-import-record.ts';

/** An order that is there, as it is and as it is to be. */
export interface OrderRewrite {
  before: StoredOrder;
  after: ImportedOrder;
  issuedAt: string | null;
}

/** What changed of an order, as its history and its event tell it. */
export function historyOf({ before, after }: OrderRewrite): { entries: AuditEntry[]; fields: string[] } {
  const record = orderRecord(before.id);
  const lines = lineChanges(before.lines, after.lines);
  const totals = [before, after].map((order) => Number(sumsOfLines(order.lines, order.orderDiscount?.terms).total));
  const changes = headerChanges(before, after).map(({ field, from, to }) => ({ field, from, to }));
  if (totals[0] !== totals[1]) changes.push({ field: 'total', from: totals[0], to: totals[1] });
  const entries: AuditEntry[] = lines.map(({ before: was, after: now, changes: own }) => ({
    record,
    action: !was ? 'line_added' : !now ? 'line_removed' : 'line_changed',
    note: importedLineText((now ?? was) as NewLine),
    ...(was && now ? { changes: own } : {}),
  }));
  if (changes.length) entries.push({ record, action: 'updated', changes });
  if (before.status !== after.status)
    entries.push({
      record,
      action: 'status_changed',
      changes: [
        { field: 'status', from: salesOrderStatusNames[before.status], to: salesOrderStatusNames[after.status] },
      ],
    });
  return { entries, fields: [...changes.map(({ field }) => field), ...(lines.length ? ['lines'] : [])] };
}

interface Step {
  order: ImportedOrder;
  from: StoredOrder['status'];
}

/** Tells of orders that took another status, as changing it one by one does. */
export async function tellSteps(ctx: AccountContext, taken: readonly Step[]): Promise<void> {
  const fact = ({ order }: Step) => ({ orderID: order.id, number: order.number, customerID: order.customer.id });
  await emitAll(
    ctx,
    salesOrderStatusChanged,
    taken.map((step) => ({
      payload: { ...fact(step), from: step.from, to: step.order.status },
      aggregate: orderRecord(step.order.id),
    })),
  );
  await emitAll(
    ctx,
    salesOrderIssued,
    taken
      .filter(({ order }) => order.status === 'issued')
      .map((step) => ({
        payload: { ...fact(step), total: sumsOfLines(step.order.lines, step.order.orderDiscount?.terms).total },
        aggregate: orderRecord(step.order.id),
      })),
  );
}
