import { type PurchaseOrderStatus, purchaseOrderStates } from '../../../../contracts/index.ts';
import { type LineChange, type LineFacts, lineChanges, plain } from '../../../document/import/order-rows.ts';
import { sumsOfPurchaseLines } from '../lines/purchase-order-sums.ts';
import type { NewPurchaseLine } from '../lines/purchase-order-write-lines.ts';

/** A line as files tell of it. */
export interface ImportedLine extends NewPurchaseLine {
  /** In the line's own unit, to six decimals. */
  received: string;
  rejected: string;
}

/** An order as an import wants it, as JSON. */
export interface ImportedPurchaseOrder {
  id: string;
  number: string;
  supplier: { id: string; number: string; name: string };
  status: PurchaseOrderStatus;
  note: string | null;
  supplierNote: string | null;
  /** Calendar dates; those of a new order, null is today. */
  scheduledAt: string | null;
  orderDate: string | null;
  receivedAt: string | null;
  paymentTermID: string | null;
  priorityID: string | null;
  names: { paymentTerm: string | null; priority: string | null };
  bringsSupply: boolean;
  /** By line item number. */
  lines: ImportedLine[];
}

/** An order as it stands. */
export interface StoredPurchaseOrder extends ImportedPurchaseOrder {
  version: number;
  /** Timestamp text with all its digits. */
  issuedAt: string | null;
  isDeleted: boolean;
  /** Something came of it, here or before. */
  hasReceipts: boolean;
  /** Day on which it was entered. */
  enteredOn: string;
}

/** What `apply` needs of an order. */
export interface PurchaseOrderImportData {
  order: ImportedPurchaseOrder;
  before?: StoredPurchaseOrder | undefined;
}

/** What taking an imported order back needs; `before` is absent for one that the import created. */
export interface PurchaseOrderUndo {
  number: string;
  before?: StoredPurchaseOrder | undefined;
}

/** A line in one piece: `2: 12 each KF-9 at 4.5`. */
export const importedPurchaseLineText = ({
  lineItemNumber,
  quantity,
  unitName,
  sku,
  unitPrice,
}: ImportedLine): string => `${lineItemNumber}: ${plain(quantity)} ${unitName} ${sku} at ${plain(unitPrice)}`;

const lineFacts: LineFacts<ImportedLine> = [
  { name: 'lineItemNumber', of: ({ lineItemNumber }) => lineItemNumber },
  { name: 'item', of: ({ sku }) => sku },
  { name: 'supplierPartNumber', of: ({ supplierPartNumber }) => supplierPartNumber },
  { name: 'quantityOrdered', of: ({ quantity, unitName }) => `${plain(quantity)} ${unitName}` },
  { name: 'unitPrice', of: ({ unitPrice }) => Number(unitPrice) },
  { name: 'total', of: ({ total }) => Number(total) },
  { name: 'scheduledAt', of: ({ scheduledAt }) => scheduledAt },
  { name: 'quantityReceived', of: ({ received }) => plain(received) },
  { name: 'quantityRejected', of: ({ rejected }) => plain(rejected) },
];

/** Lines that differ between two states of an order, by line item number. */
export const changedPurchaseLines = (
  before: readonly ImportedLine[],
  after: readonly ImportedLine[],
): LineChange<ImportedLine>[] => lineChanges(lineFacts, before, after);

const headerFacts: readonly { name: string; label: string; of(order: ImportedPurchaseOrder): string | null }[] = [
  { name: 'scheduledAt', label: 'Expected date', of: ({ scheduledAt }) => scheduledAt },
  { name: 'paymentTerm', label: 'Payment term', of: ({ names }) => names.paymentTerm },
  { name: 'priority', label: 'Priority', of: ({ names }) => names.priority },
  { name: 'note', label: 'Internal note', of: ({ note }) => note },
  { name: 'supplierNote', label: 'Note for the supplier', of: ({ supplierNote }) => supplierNote },
];

/** Fields that differ between two states of an order; the lines and what follows from them left out. */
export const purchaseHeaderChanges = (before: ImportedPurchaseOrder | undefined, after: ImportedPurchaseOrder) =>
  headerFacts.flatMap(({ name, label, of }) => {
    const [from, to] = [before ? of(before) : null, of(after)];
    return from === to ? [] : [{ field: name, label, from, to }];
  });

const totalOf = ({ lines }: ImportedPurchaseOrder): number => Number(sumsOfPurchaseLines(lines).total);

/** What importing an order changes, as the dry run shows it; nothing where nothing does. */
export function importedPurchaseOrderChanges(before: StoredPurchaseOrder | undefined, after: ImportedPurchaseOrder) {
  const statusOf = (order: ImportedPurchaseOrder | undefined) =>
    order ? purchaseOrderStates.names[order.status] : null;
  const fresh = before
    ? []
    : [
        { field: 'supplier', label: 'Supplier', from: null, to: `${after.supplier.number} ${after.supplier.name}` },
        ...(after.orderDate ? [{ field: 'orderDate', label: 'Order date', from: null, to: after.orderDate }] : []),
        ...(after.receivedAt ? [{ field: 'receivedAt', label: 'Received on', from: null, to: after.receivedAt }] : []),
      ];
  const status =
    before?.status === after.status
      ? []
      : [{ field: 'status', label: 'Status', from: statusOf(before), to: statusOf(after) }];
  const told = (line: ImportedLine): string =>
    [
      importedPurchaseLineText(line),
      ...(Number(line.received) ? [`${plain(line.received)} received`] : []),
      ...(Number(line.rejected) ? [`${plain(line.rejected)} rejected`] : []),
    ].join(', ');
  const lines = changedPurchaseLines(before?.lines ?? [], after.lines).map(({ before: was, after: now }) => ({
    field: 'lines',
    label: `Line ${now?.lineItemNumber ?? was?.lineItemNumber}`,
    from: was ? told(was) : null,
    to: now ? told(now) : null,
  }));
  const [from, to] = [before ? totalOf(before) : null, totalOf(after)];
  const total = from === to ? [] : [{ field: 'total', label: 'Total', from, to }];
  return [...fresh, ...status, ...purchaseHeaderChanges(before, after), ...lines, ...total];
}
