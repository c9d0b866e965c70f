import { holdStates } from '@millwright/core/contracts';
import { stateSQL } from '@millwright/core/server';
import {
  checkoutStates,
  invoiceStates,
  labelStates,
  pickStates,
  purchaseOrderStates,
  receivingOrderStates,
  registrationStates,
  salesOrderStates,
  shipmentStates,
  supplierDeliveryStates,
  transactionStates,
} from '../../contracts/index.ts';

/** SQL conditions on the states of this plugin's records, with the columns that hold them. */
export const salesOrderIs = stateSQL(salesOrderStates, {
  table: 'commerce.sales_order',
  column: 'status',
  seenBy: { 'commerce.v_order_progress': ['bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short'] },
});
export const purchaseOrderIs = stateSQL(purchaseOrderStates, { table: 'commerce.purchase_order', column: 'status' });
export const shipmentIs = stateSQL(shipmentStates, {
  table: 'commerce.shipment',
  column: 'status',
  seenBy: {
    'commerce.v_order_owing': ['packed', 'shipped', 'void'],
    'commerce.v_order_progress': ['packed', 'shipped', 'void'],
  },
});
export const labelIs = stateSQL(labelStates, { table: 'commerce.shipping_label', column: 'status' });
export const deliveryIs = stateSQL(supplierDeliveryStates, { table: 'commerce.delivery', column: 'status' });
export const receivingIs = stateSQL(receivingOrderStates, { table: 'commerce.receiving_order', column: 'status' });
export const checkoutIs = stateSQL(checkoutStates, { table: 'commerce.checkout_session', column: 'status' });
export const registrationIs = stateSQL(registrationStates, {
  table: 'commerce.registration_request',
  column: 'status',
});
export const holdIs = stateSQL(holdStates, { table: 'commerce.customer', column: 'status' });

/** States that are derived from other columns. */
export const invoiceIs = stateSQL(invoiceStates, {
  table: 'commerce.invoice',
  seenBy: { 'commerce.v_order_progress': ['open', 'paid', 'void'] },
});
export const transactionIs = stateSQL(transactionStates, {
  table: 'commerce.transaction',
  seenBy: { 'commerce.v_order_progress': ['unallocated', 'partly_allocated', 'allocated', 'void'] },
});
export const pickIs = stateSQL(pickStates, { table: 'commerce.pick' });
