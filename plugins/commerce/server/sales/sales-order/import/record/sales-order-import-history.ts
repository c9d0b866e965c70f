import { type AccountContext, type AuditEntry, emitAll } from '@millwright/core/server';
import { salesOrderIssued, salesOrderStates, salesOrderStatusChanged } from '../../../../../contracts/index.ts';
import { sumsOfSalesLines } from '../../lines/sales-order-sums.ts';
import type { NewSalesLine } from '../../lines/sales-order-write-lines.ts';
import { salesOrderRecord } from '../../record/sales-order-history.ts';
import {
  type ImportedSalesOrder,
  importedLineText,
  type StoredSalesOrder,
  salesHeaderChanges,
  salesLineChanges,
} from './sales-order-import-record.ts';

/** An order that is there, as it is and as it is to be. */
export interface SalesOrderRewrite {
  before: StoredSalesOrder;
  after: ImportedSalesOrder;
  issuedAt: string | null;
}

/** What changed of an order, as its history and its event tell it. */
export function historyOf({ before, after }: SalesOrderRewrite): { entries: AuditEntry[]; fields: string[] } {
  const record = salesOrderRecord(before.id);
  const lines = salesLineChanges(before.lines, after.lines);
  const totals = [before, after].map((order) =>
    Number(sumsOfSalesLines(order.lines, order.orderDiscount?.terms).total),
  );
  const changes = salesHeaderChanges(before, after).map(({ field, from, to }) => ({ field, from, to }));
  if (totals[0] !== totals[1]) changes.push({ field: 'total', from: totals[0], to: totals[1] });
  const entries: AuditEntry[] = lines.map(({ before: was, after: now, changes: own }) => ({
    record,
    action: !was ? 'line_added' : !now ? 'line_removed' : 'line_changed',
    note: importedLineText((now ?? was) as NewSalesLine),
    ...(was && now ? { changes: own } : {}),
  }));
  if (changes.length) entries.push({ record, action: 'updated', changes });
  if (before.status !== after.status)
    entries.push({
      record,
      action: 'status_changed',
      changes: [
        { field: 'status', from: salesOrderStates.names[before.status], to: salesOrderStates.names[after.status] },
      ],
    });
  return { entries, fields: [...changes.map(({ field }) => field), ...(lines.length ? ['lines'] : [])] };
}

interface Step {
  order: ImportedSalesOrder;
  from: StoredSalesOrder['status'];
}

/** Tells of orders that took another status, as changing it one by one does. */
export async function tellSteps(ctx: AccountContext, taken: readonly Step[]): Promise<void> {
  const fact = ({ order }: Step) => ({ orderID: order.id, number: order.number, customerID: order.customer.id });
  await emitAll(
    ctx,
    salesOrderStatusChanged,
    taken.map((step) => ({
      payload: { ...fact(step), from: step.from, to: step.order.status },
      aggregate: salesOrderRecord(step.order.id),
    })),
  );
  await emitAll(
    ctx,
    salesOrderIssued,
    taken
      .filter(({ order }) => salesOrderStates.is.open(order.status))
      .map((step) => ({
        payload: { ...fact(step), total: sumsOfSalesLines(step.order.lines, step.order.orderDiscount?.terms).total },
        aggregate: salesOrderRecord(step.order.id),
      })),
  );
}
