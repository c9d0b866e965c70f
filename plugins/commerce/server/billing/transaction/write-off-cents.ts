import { type Big, decimal, lesserOf, newID, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, type ScheduledJob, sql } from '@millwright/core/server';
import { holdDebt } from '../../document/payable/payable.ts';
import { salesOrderIs } from '../../states/states.ts';
import { allocate } from './allocation.service.ts';
import { enterTransactions } from './transaction.service.ts';

/** Hour of the account's day at which cents are written off. */
const nightHour = 1;

/** Invoices of an order of which little is open, as the index `invoice_cents` has them. */
const littleOpen = `invoice.voided_on is null and invoice.order_id is not null and invoice.allocated < invoice.total
  and invoice.total - invoice.allocated <= 1`;

interface CentsOfOrder {
  orderID: string;
  number: string;
  customerID: string;
  cents: string;
  /** Invoices with an open amount, the newest first. */
  invoices: { id: string; open: string }[];
}

/** Fulfilled orders among these, or of all, that are paid but for the cents of rounding. */
async function ordersWithCents(ctx: AccountContext, orderID?: string): Promise<CentsOfOrder[]> {
  const { rows } = await sql<CentsOfOrder>`select sold.id as "orderID", sold.number,
      sold.customer_id as "customerID", money.cents::text as cents,
      (select json_agg(json_build_object('id', own.id, 'open', (own.total - own.allocated)::text)
          order by own.dated_on desc, own.number_key desc)
        from commerce.invoice own where own.account_id = sold.account_id and own.order_id = sold.id
          and own.voided_on is null and own.allocated < own.total) as invoices
    from commerce.sales_order sold
    join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id
    where sold.account_id = ${ctx.account.id} and ${salesOrderIs.fulfilled('sold.status')} and money.cents > 0
      and sold.id = any(array(select invoice.order_id from commerce.invoice invoice
        where invoice.account_id = ${ctx.account.id} and ${sql.raw(littleOpen)}
          and (${orderID ?? null}::text is null or invoice.order_id = ${orderID ?? null})))
    order by sold.id`.execute(ctx.em.query());
  return rows;
}

/**
 * Writes off the cents that rounding leaves of fulfilled orders: their customers are asked for nothing any more, so
 * that the receivables are to end too.
 */
export async function writeOffCents(ctx: AccountContext): Promise<void> {
  for (const { orderID } of await ordersWithCents(ctx)) {
    await holdDebt(ctx, { orderID });
    const [order] = await ordersWithCents(ctx, orderID);
    if (!order) continue;
    let left: Big = decimal(order.cents);
    const id = newID('trx');
    const why = `Cents of order ${order.number}`;
    const parts = order.invoices.flatMap(({ id: invoiceID, open }, index) => {
      const amount = lesserOf(left, decimal(open));
      left = left.minus(amount);
      return amount.gt(zero)
        ? [{ transactionID: id, invoiceID, amount: toColumn(amount, 2), why, path: `${index}` }]
        : [];
    });
    await enterTransactions(ctx, [
      {
        id,
        customerID: order.customerID,
        typeCode: 'adjustment',
        adjustmentTypeCode: 'write_off',
        amount: toColumn(decimal(order.cents).minus(left), 2),
        note: `${why}, which rounding has left`,
      },
    ]);
    await allocate(ctx, parts, {});
  }
}

/** Every full hour, because accounts live in different time zones: each is looked after in its own night. */
export const centsJob: ScheduledJob = {
  name: 'commerce.write-off-cents',
  cron: '0 * * * *',
  hour: nightHour,
  due: {
    sql: `select invoice.account_id from commerce.invoice invoice where ${littleOpen}`,
    sample: 'update commerce.invoice set allocated = total - 0.01 where account_id = $1',
  },
  handle: writeOffCents,
};
