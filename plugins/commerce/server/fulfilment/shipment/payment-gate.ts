import { type Big, decimal } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { ShipGateRefusal } from '../../../contracts/index.ts';

export interface PaidOrder {
  number: string;
  term: string;
  wanted: string;
  covered: string;
}

/** What an order that is paid before it leaves costs, and what is paid of it; nothing for others. */
export const selectPaid = (ctx: AccountContext, shipmentID: string) =>
  sql<PaidOrder>`select sold.number, term.name as term,
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
      and term.code in ('cia', 'prepaid')`;

/**
 * Orders that are paid before they leave: payments tied to the order and what of its invoices is paid have to cover
 * the whole order and its freight, that of this shipment too. Undefined where nothing is missing.
 */
export function paymentRefusal(row: PaidOrder | undefined, freight: Big | null): ShipGateRefusal | undefined {
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
