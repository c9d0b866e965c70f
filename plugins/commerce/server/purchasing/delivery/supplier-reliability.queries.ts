import { addDays, decimal, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, sql, todayOf } from '@millwright/core/server';
import type { SupplierReliability } from '../../../contracts/index.ts';
import { purchaseOrderIs } from '../../states/states.ts';

const daysBack = 365;

interface Row {
  deliveryCount: number;
  lineCount: number;
  onTime: string | null;
  rejected: string | null;
  daysLate: string | null;
  lastReceivedAt: string | null;
  overdueCount: number;
}

const percent = (ratio: string | null): number | null =>
  ratio === null ? null : toWire(decimal(ratio).times('100').round(2));

/** Delivery performance of a supplier in the last year; 404 for an unknown supplier. */
export async function reliabilityOf(ctx: AccountContext, supplierID: string): Promise<SupplierReliability> {
  const account = ctx.account.id;
  const today = todayOf(ctx);
  const { rows } = await sql<Row>`select came.*,
      (select count(*)::int from commerce.purchase_order ordered
        join commerce.purchase_order_line line on line.account_id = ordered.account_id and line.order_id = ordered.id
        where ordered.account_id = supplier.account_id and ordered.supplier_id = supplier.id
          and ${purchaseOrderIs.open('ordered.status')} and line.expected_on < ${today}::date
          and line.quantity_received - line.quantity_rejected < line.base_quantity) as "overdueCount"
    from commerce.supplier supplier
    cross join lateral (select count(distinct delivery.id)::int as "deliveryCount",
        count(*) filter (where line.due_on is not null)::int as "lineCount",
        avg(case when line.due_on is not null then (arrived.day <= line.due_on)::int end)::text as "onTime",
        avg(line.base_rejected / line.base_quantity)::text as rejected,
        round(avg(arrived.day - line.due_on) filter (where arrived.day > line.due_on), 1)::text as "daysLate",
        max(delivery.received_at) as "lastReceivedAt"
      from commerce.delivery delivery
      join commerce.delivery_line line on line.account_id = delivery.account_id and line.delivery_id = delivery.id
        and line.voided_at is null
      cross join lateral (select (delivery.received_at at time zone ${ctx.account.timeZone})::date as day) arrived
      where delivery.account_id = supplier.account_id and delivery.supplier_id = supplier.id
        and arrived.day >= ${addDays(today, -daysBack)}::date) came
    where supplier.account_id = ${account} and supplier.id = ${supplierID}`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) throw problems.not_found();
  return {
    deliveryCount: row.deliveryCount,
    lineCount: row.lineCount,
    onTimePercentage: percent(row.onTime),
    rejectedPercentage: percent(row.rejected),
    averageDaysLate: row.daysLate === null ? null : toWire(decimal(row.daysLate)),
    lastReceivedAt: row.lastReceivedAt === null ? null : isoText(row.lastReceivedAt),
    overdueCount: row.overdueCount,
  };
}
