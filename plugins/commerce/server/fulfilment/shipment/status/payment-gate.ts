import { type Big, decimal } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { ShipGateRefusal } from '../../../../contracts/index.ts';
import { checkoutStates } from '../../../../contracts/index.ts';
import { checkoutIs } from '../../../states/states.ts';

/** A card payment of an order with its state at the bank. */
export interface OrderCardPayment {
  status: string;
  title: string;
}

/**
 * The relevant card payment of an order: one that was received, otherwise the last one. `orderID` may be a subquery.
 */
export const selectCardPayment = (ctx: AccountContext, orderID: string | ReturnType<typeof sql>) =>
  sql<OrderCardPayment>`select status, title from commerce.checkout_session
    where account_id = ${ctx.account.id} and order_id = ${orderID} and ${checkoutIs.told('status')}
    order by ${checkoutIs.paid('status')} desc, created_at desc limit 1`;

function pendingRefusal(payment: OrderCardPayment | undefined): ShipGateRefusal | undefined {
  if (!payment || checkoutStates.is.paid(payment.status)) return undefined;
  const why = checkoutStates.is.failed(payment.status)
    ? 'the bank has refused it'
    : 'the bank has not said yet whether it comes';
  return {
    code: 'payment_pending',
    message: `The card payment of ${payment.title.toLowerCase()} is not there: ${why}`,
    shippingCaseID: null,
    overriddenWith: 'settlements:update',
  };
}

/** A card payment of an order that the bank has refused or not yet decided. */
export async function pendingPayment(ctx: AccountContext, orderID: string): Promise<ShipGateRefusal | undefined> {
  const { rows } = await selectCardPayment(ctx, orderID).execute(ctx.em.query());
  return pendingRefusal(rows[0]);
}

/** An order that has to be paid before shipping, with the amount due. */
export interface PaidOrder {
  number: string;
  term: string;
  owing: string;
}

/** The order of a shipment if it has to be paid before shipping, no row for others. */
export const selectPaid = (ctx: AccountContext, shipmentID: string) =>
  sql<PaidOrder>`select sold.number, term.name as term, money.owing::text as owing
    from commerce.shipment shipment
    join commerce.sales_order sold on sold.account_id = shipment.account_id and sold.id = shipment.order_id
    join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id
    join commerce.payment_term term on term.account_id = sold.account_id and term.id = sold.payment_term_id
    where shipment.account_id = ${ctx.account.id} and shipment.id = ${shipmentID}
      and term.code in ('cia', 'prepaid')`;

/** The card payment of a shipment's order. */
export const selectCardPaymentOf = (ctx: AccountContext, shipmentID: string) =>
  selectCardPayment(
    ctx,
    sql`(select order_id from commerce.shipment
      where account_id = ${ctx.account.id} and id = ${shipmentID})`,
  );

/**
 * The refusal of a shipment that is not paid in advance as its terms require. Payments tied to the order and paid
 * amounts of its invoices have to cover the whole order and its freight, including this shipment's. Card payments have
 * to be received. Undefined if no payment is missing.
 */
export function paymentRefusal(
  { paid, card }: { paid: PaidOrder | undefined; card: OrderCardPayment | undefined },
  freight: Big | null,
): ShipGateRefusal | undefined {
  const pending = pendingRefusal(card);
  if (pending) return pending;
  const missing = paid && decimal(paid.owing).plus(freight ?? '0');
  if (!missing?.gt('0')) return undefined;
  return {
    code: 'payment_missing',
    message: `${paid?.term}: ${missing.toFixed(2)} of order ${
      paid?.number
    } is not paid. Enter the payment for the order`,
    shippingCaseID: null,
    overriddenWith: 'settlements:update',
  };
}
