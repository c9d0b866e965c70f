import type { SalesOrder, SalesOrderLine } from '../../../../contracts/index.ts';
import { addressLine } from '../../../document/addresses/address-text.ts';

/** History events: order fields that history and events report as changed, with values for people. */
export const salesOrderFacts = (order: SalesOrder) => ({
  number: order.number,
  customerPO: order.customerPO,
  billTo: addressLine(order.billTo),
  shipTo: addressLine(order.shipTo),
  carrier: order.carrier?.name ?? null,
  carrierOption: order.carrierOption?.name ?? null,
  paymentTerm: order.paymentTerm?.name ?? null,
  shippingTerm: order.shippingTerm?.name ?? null,
  priority: order.priority?.name ?? null,
  salesRep: order.salesRep?.name ?? null,
  note: order.note,
  customerNote: order.customerNote,
  acknowledgementEmailContacts: order.acknowledgementEmailContacts,
  invoiceEmailContacts: order.invoiceEmailContacts,
  promisedAt: order.promisedAt,
  expiredAt: order.expiredAt,
  orderDiscount: order.orderDiscount?.code ?? null,
  total: order.total,
});

/** The same for a line. */
export const salesLineFacts = (line: SalesOrderLine) => ({
  lineItemNumber: line.lineItemNumber,
  product: line.product.sku,
  quantityOrdered: `${line.quantityOrdered.measure} ${line.quantityOrdered.unit}`,
  unitPrice: line.unitPrice,
  total: line.total,
  ediLineItemID: line.ediLineItemID,
});

/** A line as one text, for history entries about a whole line: `2: 12 pair WG-100 at 4.5`. */
export const salesLineText = (line: SalesOrderLine): string =>
  `${line.lineItemNumber}: ${line.quantityOrdered.measure} ${line.quantityOrdered.unit} ${line.product.sku} at ` +
  `${line.unitPrice}`;
