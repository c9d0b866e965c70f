import type { PurchaseOrder, PurchaseOrderLine } from '../../../../contracts/index.ts';
import { addressLine } from '../../../document/addresses/address-text.ts';

/** The fields that history and events report as changed, with values for people. */
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

/** The same for a line. */
export const purchaseLineFacts = (line: PurchaseOrderLine) => ({
  lineItemNumber: line.lineItemNumber,
  item: line.item.sku,
  supplierPartNumber: line.supplierPartNumber,
  quantityOrdered: `${line.quantityOrdered.measure} ${line.quantityOrdered.unit}`,
  unitPrice: line.unitPrice,
  total: line.total,
  scheduledAt: line.scheduledAt,
});

/** A whole line as text, for history entries: `2: 12 pair WG-100 at 4.5`. */
export const purchaseLineText = ({ lineItemNumber, quantityOrdered, item, unitPrice }: PurchaseOrderLine): string =>
  `${lineItemNumber}: ${quantityOrdered.measure} ${quantityOrdered.unit} ${item.sku} at ${unitPrice}`;
