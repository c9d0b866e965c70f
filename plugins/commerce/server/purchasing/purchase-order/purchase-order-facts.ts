import type { PurchaseOrder, PurchaseOrderLine } from '../../../contracts/index.ts';
import { addressLine } from '../../document/address-text.ts';

/** What the history and the event name as changed of an order; values as people read them. */
export const purchaseOrderFacts = (order: PurchaseOrder) => ({
  billTo: addressLine(order.billTo),
  shipTo: addressLine(order.shipTo),
  priority: order.priority?.name ?? null,
  paymentTerm: order.paymentTerm?.name ?? null,
  contacts: order.contacts,
  note: order.note,
  supplierNote: order.supplierNote,
  scheduledAt: order.scheduledAt,
  total: order.total,
});

/** The same of a line. */
export const purchaseLineFacts = (line: PurchaseOrderLine) => ({
  lineItemNumber: line.lineItemNumber,
  item: line.item.sku,
  supplierPartNumber: line.supplierPartNumber,
  quantityOrdered: `${line.quantityOrdered.measure} ${line.quantityOrdered.unit}`,
  unitPrice: line.unitPrice,
  total: line.total,
  scheduledAt: line.scheduledAt,
});

/** A line in one piece, for entries that tell of a whole line: `2: 12 pair WG-100 at 4.5`. */
export const purchaseLineText = ({ lineItemNumber, quantityOrdered, item, unitPrice }: PurchaseOrderLine): string =>
  `${lineItemNumber}: ${quantityOrdered.measure} ${quantityOrdered.unit} ${item.sku} at ${unitPrice}`;
