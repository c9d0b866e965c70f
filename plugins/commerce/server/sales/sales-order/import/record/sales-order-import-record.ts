import type { AddressSnapshot } from '@millwright/core/contracts';
import { type SalesOrderStatus, type salesOrderReferences, salesOrderStates } from '../../../../../contracts/index.ts';
import { addressLine } from '../../../../document/addresses/address-text.ts';
import {
  lineChanges as changesOfLines,
  type LineChange,
  type LineFacts,
  plain,
} from '../../../../document/import/order-rows.ts';
import type { OrderDiscountChoice } from '../../../../pricing/order-discount/order-discount-choice.ts';
import type { OrderReferenceIDs } from '../../entry/sales-order-references.ts';
import { sumsOfSalesLines } from '../../lines/sales-order-sums.ts';
import type { NewSalesLine } from '../../lines/sales-order-write-lines.ts';
import { orderAddressParts } from '../fields/sales-order-import-fields.ts';

/** References of an order, by their names in the API. */
export type ReferenceName = keyof typeof salesOrderReferences.fields;

/** Columns of an order that an import may write. */
export interface OrderHeader {
  status: SalesOrderStatus;
  customerPO: string | null;
  note: string | null;
  customerNote: string | null;
  /** Calendar dates. */
  promisedAt: string | null;
  expiredAt: string | null;
  billTo: AddressSnapshot | null;
  shipTo: AddressSnapshot | null;
  references: OrderReferenceIDs;
  names: Record<ReferenceName, string | null>;
}

/** An order as an import wants it, as JSON. */
export interface ImportedSalesOrder extends OrderHeader {
  id: string;
  number: string;
  customer: { id: string; number: string; name: string };
  /** Calendar date of a new order; null is today. */
  orderDate: string | null;
  /** Files say none: an order keeps what it has. */
  orderDiscount: OrderDiscountChoice | null;
  /** By line item number. */
  lines: NewSalesLine[];
}

/** An order as it stands. */
export interface StoredSalesOrder extends ImportedSalesOrder {
  version: number;
  /** Timestamp text with all its digits. */
  issuedAt: string | null;
}

/** What `apply` needs of an order. */
export interface SalesOrderImportData {
  order: ImportedSalesOrder;
  before?: StoredSalesOrder | undefined;
}

/** What taking an imported order back needs. */
export interface SalesOrderUndo {
  number: string;
  /** As it was, with the lines that were changed or removed; absent for an order that the import created. */
  before?: (Omit<StoredSalesOrder, 'lines'> & { changedLines: NewSalesLine[] }) | undefined;
  /** Lines that the import added. */
  addedLineIDs?: string[] | undefined;
}

/** A line in one piece, as histories tell of it: `2: 12 pair WG-100 at 4.5`. */
export const importedLineText = ({ lineItemNumber, quantity, unitName, sku, unitPrice }: NewSalesLine): string =>
  `${lineItemNumber}: ${plain(quantity)} ${unitName} ${sku} at ${plain(unitPrice)}`;

const addressKey = (address: AddressSnapshot | null): string =>
  JSON.stringify(
    address &&
      [...orderAddressParts, 'phone', 'email', 'isDropShip'].map((part) => address[part as keyof AddressSnapshot]),
  );

/** What people see of an order before and after; `name` is the field in the history. */
const headerFacts: readonly {
  name: string;
  label: string;
  of(order: ImportedSalesOrder): unknown;
  /** What decides whether it is the same, where the text that people see could hide a difference. */
  key?(order: ImportedSalesOrder): string;
}[] = [
  { name: 'customerPO', label: 'Customer PO', of: ({ customerPO }) => customerPO },
  { name: 'promisedAt', label: 'Promised date', of: ({ promisedAt }) => promisedAt },
  { name: 'expiredAt', label: 'Expiration date', of: ({ expiredAt }) => expiredAt },
  {
    name: 'shipTo',
    label: 'Ship to',
    of: ({ shipTo }) => addressLine(shipTo),
    key: ({ shipTo }) => addressKey(shipTo),
  },
  {
    name: 'billTo',
    label: 'Bill to',
    of: ({ billTo }) => addressLine(billTo),
    key: ({ billTo }) => addressKey(billTo),
  },
  { name: 'carrier', label: 'Carrier', of: ({ names }) => names.carrier },
  { name: 'carrierOption', label: 'Carrier option', of: ({ names }) => names.carrierOption },
  { name: 'paymentTerm', label: 'Payment term', of: ({ names }) => names.paymentTerm },
  { name: 'shippingTerm', label: 'Shipping term', of: ({ names }) => names.shippingTerm },
  { name: 'priority', label: 'Priority', of: ({ names }) => names.priority },
  { name: 'salesRep', label: 'Sales rep', of: ({ names }) => names.salesRep },
  { name: 'note', label: 'Internal note', of: ({ note }) => note },
  { name: 'customerNote', label: 'Note for the customer', of: ({ customerNote }) => customerNote },
];

/** Fields that differ between two states of an order; the lines and what follows from them left out. */
export const salesHeaderChanges = (before: ImportedSalesOrder | undefined, after: ImportedSalesOrder) =>
  headerFacts.flatMap(({ name, label, of, key = of }) => {
    const [from, to] = [before ? of(before) : null, of(after)];
    return from === to && (!before || key(before) === key(after)) ? [] : [{ field: name, label, from, to }];
  });

/** What people see of a line before and after. */
const lineFacts: LineFacts<NewSalesLine> = [
  { name: 'lineItemNumber', of: ({ lineItemNumber }) => lineItemNumber },
  { name: 'product', of: ({ sku }) => sku },
  { name: 'quantityOrdered', of: ({ quantity, unitName }) => `${plain(quantity)} ${unitName}` },
  { name: 'unitPrice', of: ({ unitPrice }) => Number(unitPrice) },
  { name: 'total', of: ({ total }) => Number(total) },
  { name: 'ediLineItemID', of: ({ ediLineItemID }) => ediLineItemID },
];

/** Lines that differ between two states of an order, by line item number. */
export const salesLineChanges = (
  before: readonly NewSalesLine[],
  after: readonly NewSalesLine[],
): LineChange<NewSalesLine>[] => changesOfLines(lineFacts, before, after);

const totalOf = ({ lines, orderDiscount }: ImportedSalesOrder): number =>
  Number(sumsOfSalesLines(lines, orderDiscount?.terms).total);

/** What importing an order changes, as the dry run shows it; nothing where nothing does. */
export function importedSalesOrderChanges(before: StoredSalesOrder | undefined, after: ImportedSalesOrder) {
  const statusOf = (order: ImportedSalesOrder | undefined) => (order ? salesOrderStates.names[order.status] : null);
  const fresh = before
    ? []
    : [
        { field: 'customer', label: 'Customer', from: null, to: `${after.customer.number} ${after.customer.name}` },
        ...(after.orderDate ? [{ field: 'orderDate', label: 'Order date', from: null, to: after.orderDate }] : []),
      ];
  const status =
    before?.status === after.status
      ? []
      : [{ field: 'status', label: 'Status', from: statusOf(before), to: statusOf(after) }];
  const lines = salesLineChanges(before?.lines ?? [], after.lines).map(({ before: was, after: now }) => ({
    field: 'lines',
    label: `Line ${now?.lineItemNumber ?? was?.lineItemNumber}`,
    from: was ? importedLineText(was) : null,
    to: now ? importedLineText(now) : null,
  }));
  const [from, to] = [before ? totalOf(before) : null, totalOf(after)];
  const total = from === to ? [] : [{ field: 'total', label: 'Total', from, to }];
  return [...fresh, ...status, ...salesHeaderChanges(before, after), ...lines, ...total];
}
