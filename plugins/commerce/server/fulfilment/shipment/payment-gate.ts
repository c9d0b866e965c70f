import { type Big, decimal } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { ShipGateRefusal } from '../../../contracts/index.ts';

/** A card payment of an order that the bank has not decided about, or has refused. */
export async function pendingPayment(ctx: AccountContext, orderID: string): Promise<ShipGateRefusal | undefined> {
  const { rows } = await sql<{ status: string; title: string }>`select status, title from commerce.checkout_session
    where account_id = ${ctx.account.id} and order_id = ${orderID} and status in ('processing', 'failed', 'paid')
    order by status = 'paid' desc, created_at desc limit 1`.execute(ctx.em.query());
  const [row] = rows;
  if (!row || row.status === 'paid') return undefined;
  const why = row.status === 'failed' ? 'the bank has refused it' : 'the bank has not said yet whether it comes';
  return {
    code: 'payment_pending',
    message: `The card payment of ${row.title.toLowerCase()} is not there: ${why}`,
    shippingCaseID: null,
    overriddenWith: 'settlements:update',
  };
}

/**
 * Orders that are paid before they leave: payments tied to the order and what of its invoices is paid have to cover
 * the whole order and its freight, that of this shipment too; and card payments have to be there. Undefined where
 * nothing is missing.
 */
export async function paymentRefusal(
  ctx: AccountContext,
  shipmentID: string,
  freight: Big | null,
): Promise<ShipGateRefusal | undefined> {
  const { rows: orders } = await sql<{ id: string }>`select order_id as id from commerce.shipment
    where account_id = ${ctx.account.id} and id = ${shipmentID} and order_id is not null`.execute(ctx.em.query());
  const pending = orders[0] && (await pendingPayment(ctx, orders[0].id));
  if (pending) return pending;
  const { rows } = await sql<{ number: string; term: string; wanted: string; covered: string }>`select sold.number,
      term.name as term,
      (sold.total + coalesce((select sum(other.freight_amount) from commerce.shipment other
        where other.account_id = sold.account_id and other.order_id = sold.id and other.status = 'shipped'), 0))::text
        as wanted,
      (coalesce((select sum(invoice.allocated) from commerce.invoice invoice where invoice.account_id = sold.account_id
          and invoice.order_id = sold.id and invoice.voided_on is null), 0)
        + coalesce((select sum(paid.amount - paid.allocated) from commerce.transaction paid
          where paid.account_id = sold.account_id and paid.order_id = sold.id and paid.voided_on is null
            and not paid.is_debit), 0))::text as covered
    from commerce.shipment shipment
    join commerce.sales_order sold on sold.account_id = shipment.account_id and sold.id = shipment.order_id
    join commerce.payment_term term on term.account_id = sold.account_id and term.id = sold.payment_term_id
    where shipment.account_id = ${ctx.account.id} and shipment.id = ${shipmentID}
      and term.code in ('cia', 'prepaid')`.execute(ctx.em.query());
  const [row] = rows;
  const missing =
    row &&
    decimal(row.wanted)
      .plus(freight ?? '0')
      .minus(row.covered);
  if (!missing?.gt('0')) return undefined;
  return {
    code: 'payment_missing',
    message: `${row?.term}: ${missing.toFixed(2)} of order ${row?.number} is not paid. Enter the payment for the order`,
    shippingCaseID: null,
    overriddenWith: 'settlements:update',
  };
}
