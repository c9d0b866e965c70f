import type { AccountContext, PreparedState, Services } from '@millwright/core/server';
import { stateCustomer, stateOrder } from '../../../sales/forbidden/state-order.ts';
import { unpayable } from '../../card-payment/payable/payable-states.ts';
import { createInvoiceForOrder, voidInvoiceByID } from '../invoice.service.ts';

/** An invoice for freight, which needs no shipment, and which was voided. */
async function prepare(ctx: AccountContext, services: Services): Promise<PreparedState> {
  const customerID = await stateCustomer(ctx, services, 'Void Outfitters');
  const { id: orderID } = await stateOrder(ctx, services, customerID, 'issued', { productType: 'shipping' });
  const { id } = await createInvoiceForOrder(ctx, orderID);
  await voidInvoiceByID(ctx, id);
  return {
    customerID,
    ids: { 'commerce.invoice': [id], 'commerce.customer': [customerID] },
    words: { customerEmail: 'payer@states.test' },
    said: { total: null },
  };
}

/** A void invoice asks for nothing. */
export const voidInvoiceAsked = unpayable({
  name: 'a page asks for an invoice that is void',
  prepare,
  meets: { invoice_void: 'payOwnInvoices' },
});
