import { decimal, firstBusinessYear, newID, roundMoney } from '@millwright/core/contracts';
import type {
  AccountContext,
  ExportedRow,
  ImportChoices,
  ImportDefinition,
  ImportVerdict,
  ParsedRow,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { type PurchaseOrderStatus, purchaseOrderReferences, purchaseOrderStates } from '../../../../contracts/index.ts';
import { type OrderCells, orderCells, plain, type Tell, tellGoneLines } from '../../../document/import/order-rows.ts';
import { type NamedSupplier, supplierOf } from '../../../parties/supplier/import/named-suppliers.ts';
import { sumsOfPurchaseLines } from '../lines/purchase-order-sums.ts';
import type { OrderSupply } from '../status/order-supply.ts';
import { purchaseOrderFieldDeclarations, purchaseOrderImportFields } from './purchase-order-import-fields.ts';
import { wantedPurchaseLines } from './purchase-order-import-lines.ts';
import { type PurchaseImportNames, purchaseImportNames } from './purchase-order-import-names.ts';
import {
  type ImportedLine,
  type ImportedPurchaseOrder,
  importedPurchaseOrderChanges,
  type PurchaseOrderImportData,
  type StoredPurchaseOrder,
} from './purchase-order-import-record.ts';
import { purchaseOrdersByNumber } from './purchase-order-import-stored.ts';
import { refusalsOfPurchaseUndo, undoPurchaseOrders } from './purchase-order-import-undo.ts';
import { writePurchaseOrders } from './purchase-order-import-write.ts';

type Verdict = ImportVerdict<PurchaseOrderImportData | null>;
interface Tells {
  fault: Tell;
  warn: Tell;
}

/** Statuses in which an order waits for the supplier's word. */
const isDraft = (status: PurchaseOrderStatus): boolean => purchaseOrderStates.is.quoted(status);

const hasCome = ({ received }: ImportedLine): boolean => decimal(received).gt('0');
const isInFull = ({ quantityStocked, baseQuantity }: ImportedLine): boolean =>
  decimal(quantityStocked).gte(decimal(baseQuantity));

/** The supplier that the rows name; undefined where they name none, or none that is known. */
function namedSupplier(cells: OrderCells, names: PurchaseImportNames, { fault, warn }: Tells) {
  const [given, name] = [cells.get('supplier'), cells.get('supplierName')];
  const cell = given ?? name;
  if (!cell) return undefined;
  const field = given ? 'supplier' : 'supplierName';
  const found = supplierOf(cell.text, names.suppliers, (message) => fault(cell.row, field, message));
  if (found && given && name && name.text.toLowerCase() !== found.name.toLowerCase())
    warn(name.row, 'supplierName', `Supplier ${found.number} is called ${found.name}, not ${name.text}`);
  return found;
}

/** The header of an order as its rows want it; empty cells leave what is there, or what the supplier has. */
function wantedHeader(
  cells: OrderCells,
  names: PurchaseImportNames,
  { before, supplier }: { before: StoredPurchaseOrder | undefined; supplier: NamedSupplier },
  fault: Tell,
): Omit<ImportedPurchaseOrder, 'id' | 'number' | 'supplier' | 'status' | 'lines'> {
  const text = (field: string): string | null => cells.get(field)?.text ?? null;
  const term = (field: keyof typeof purchaseOrderReferences.fields) => {
    const cell = cells.get(field);
    if (!cell) return undefined;
    const found = names.references.find(purchaseOrderReferences.fields[field].to, cell.text);
    if ('record' in found) return found.record;
    fault(cell.row, field, found.message);
    return undefined;
  };
  for (const field of ['orderDate', 'receivedAt']) {
    const cell = cells.get(field);
    if (cell && cell.text > names.today) fault(cell.row, field, 'The day lies ahead');
  }
  const [paymentTerm, priority] = [term('paymentTerm'), term('priority')];
  const paymentTermID = paymentTerm?.id ?? (before ? before.paymentTermID : supplier.paymentTermID);
  const nameOf = (id: string | null) => names.references.byID.get(id ?? '')?.name ?? null;
  return {
    note: text('note') ?? before?.note ?? null,
    supplierNote: text('supplierNote') ?? before?.supplierNote ?? null,
    scheduledAt: text('scheduledAt') ?? before?.scheduledAt ?? null,
    orderDate: before ? null : text('orderDate'),
    receivedAt: before ? null : text('receivedAt'),
    bringsSupply: text('bringsSupply') === 'yes',
    paymentTermID,
    priorityID: priority?.id ?? before?.priorityID ?? null,
    names: { paymentTerm: nameOf(paymentTermID), priority: priority?.name ?? before?.names.priority ?? null },
  };
}

/** The status of a new order: as its rows say, and as far as what came of it allows that. */
function statusOfNew(given: { row: number; text: string } | undefined, lines: readonly ImportedLine[], tell: Tells) {
  const [row, wanted] = [given?.row ?? 0, given?.text as PurchaseOrderStatus | undefined];
  const [isAnyThere, areAllThere] = [lines.some(hasCome), lines.every(isInFull)];
  const follows = areAllThere ? 'fulfilled' : isAnyThere ? 'issued' : 'estimate';
  if (wanted === undefined) return follows;
  const name = purchaseOrderStates.names[wanted].toLowerCase();
  if (isDraft(wanted) && isAnyThere)
    tell.fault(row, 'status', `Something of it came, so it is no ${name}: it can be issued, fulfilled or closed_short`);
  const lacking = lines.find((line) => !isInFull(line));
  if (wanted === 'fulfilled' && lacking) {
    const { lineItemNumber, sku, received, rejected, quantity } = lacking;
    const accepted = decimal(received).minus(decimal(rejected)).toFixed();
    const way = 'it can be issued or closed_short';
    tell.fault(row, 'status', `Line ${lineItemNumber} (${sku}) has ${accepted} of ${plain(quantity)}: ${way}`);
  }
  if (wanted !== 'issued' || !areAllThere) return wanted;
  tell.warn(row, 'status', 'All of it came: it is fulfilled, and not issued');
  return 'fulfilled';
}

/** The status of an order that is there: a file takes it forward to issued, never back and never to its end. */
function statusOfKnown(
  given: { row: number; text: string } | undefined,
  { status, number }: StoredPurchaseOrder,
  { fault, warn }: Tells,
): PurchaseOrderStatus {
  const wanted = given?.text as PurchaseOrderStatus | undefined;
  if (!given || wanted === undefined || wanted === status) return status;
  const name = purchaseOrderStates.names[status].toLowerCase();
  if (isDraft(status) && (wanted === 'issued' || isDraft(wanted))) return wanted;
  // What is there in full is fulfilled, whatever the file calls it: a new order is so at once.
  if (purchaseOrderStates.is.fulfilled(status) && wanted === 'issued') return status;
  if (isDraft(wanted)) warn(given.row, 'status', `Order ${number} stays ${name}: an import takes no status back`);
  else fault(given.row, 'status', `Order ${number} is ${name}: receive it or close it where it stands`);
  return status;
}

/** What the file says and an order does not keep. */
function tellDoubts(
  order: ImportedPurchaseOrder,
  before: StoredPurchaseOrder | undefined,
  cells: OrderCells,
  warn: Tell,
): void {
  const subtotal = cells.get('subtotal');
  const { total } = sumsOfPurchaseLines(order.lines);
  if (subtotal && !roundMoney(decimal(subtotal.text)).eq(decimal(total)))
    warn(0, 'subtotal', `The subtotal ${subtotal.text} differs from the sum of the lines, ${total}, which counts`);
  const scheduled = cells.get('scheduledAt');
  const year = order.scheduledAt?.slice(0, 4);
  if (scheduled && Number(year) < firstBusinessYear) warn(scheduled.row, 'scheduledAt', `The year is ${year}`);
  const date = cells.get('orderDate');
  if (date && before && date.text !== before.enteredOn)
    warn(date.row, 'orderDate', `The order was entered on ${before.enteredOn}, which stays its date`);
  if (!purchaseOrderStates.is.open(order.status)) return;
  const received = cells.get('receivedAt');
  if (received && !order.lines.some(hasCome)) warn(received.row, 'receivedAt', 'Nothing of it came');
}

/** Why the order may not change; undefined if it may. */
function closedReason({ number, status, hasReceipts }: StoredPurchaseOrder): string | undefined {
  const is = purchaseOrderStates.names[status].toLowerCase();
  if (!isDraft(status) && !purchaseOrderStates.is.open(status)) return `Order ${number} cannot be changed: it is ${is}`;
  return hasReceipts ? `Order ${number} cannot be changed by a file: something of it came` : undefined;
}

function judge(
  { key: number, rows }: { key: string; rows: readonly ParsedRow[] },
  { ctx, names, choices }: { ctx: AccountContext; names: PurchaseImportNames; choices: ImportChoices },
  stored: StoredPurchaseOrder | undefined,
): Verdict {
  const [first] = rows as [ParsedRow];
  const errors: Verdict['errors'] = [];
  const warnings: Verdict['warnings'] = [];
  const fault: Tell = (row, field, message) => void errors.push({ row: row || first.row, field, message });
  const warn: Tell = (row, field, message) => void warnings.push({ row: row || first.row, field, message });
  const before = stored?.isDeleted ? undefined : stored;
  if (stored?.isDeleted) fault(0, 'number', `Order ${number} was deleted; its number is not given again`);
  if (!stored && !ctx.can('purchase_orders:create'))
    fault(0, '', 'You do not have the right to create purchase orders');
  const cells = orderCells(rows, purchaseOrderFieldDeclarations, fault);
  const named = namedSupplier(cells, names, { fault, warn });
  if (!stored && !cells.has('supplier') && !cells.has('supplierName')) fault(0, 'supplier', 'Supplier is required');
  const { row: supplierRow = 0 } = cells.get('supplier') ?? cells.get('supplierName') ?? {};
  if (before && named && named.id !== before.supplier.id)
    fault(
      supplierRow,
      'supplier',
      `The order is of ${before.supplier.number} ${before.supplier.name}, and the supplier of an order does not change`,
    );
  const supplier = before ? names.suppliers.byNumber.get(before.supplier.number) : named;
  const answer = (effect: Verdict['effect'], parts: Partial<Verdict> = {}): Verdict => ({
    key: number,
    label: [number, supplier?.name].filter(Boolean).join(' '),
    effect,
    recordID: before?.id ?? null,
    changes: [],
    errors,
    warnings: effect === 'error' ? [] : warnings,
    data: null,
    ...parts,
  });
  if (!supplier) return answer('error');
  const lines = wantedPurchaseLines(rows, names, { present: before?.lines ?? [], supplier }, fault);
  tellGoneLines(before?.lines ?? [], lines, choices, { fault, warn });
  const status = before
    ? statusOfKnown(cells.get('status'), before, { fault, warn })
    : statusOfNew(cells.get('status'), lines ?? [], { fault, warn });
  if (purchaseOrderStates.is.open(status) && !purchaseOrderStates.is.open(before?.status) && !supplier.isActive)
    fault(supplierRow, 'supplier', `Nobody buys from ${supplier.name} any more: the order cannot be issued`);
  const order: ImportedPurchaseOrder = {
    id: before?.id ?? newID('po'),
    number,
    supplier: { id: supplier.id, number: supplier.number, name: supplier.name },
    status,
    ...wantedHeader(cells, names, { before, supplier }, fault),
    lines: lines ?? [],
  };
  const isSound = lines !== undefined && errors.length === 0;
  const changes = isSound ? importedPurchaseOrderChanges(before, order) : [];
  const closed = before && closedReason(before);
  if (closed && (changes.length || errors.length))
    return answer('skip', { errors: rows.map(({ row }) => ({ row, field: '', message: closed })) });
  const come = before && changes.length ? lines?.find((line) => hasCome(line)) : undefined;
  if (come)
    fault(0, 'received', `Order ${number} is here already: what came of line ${come.lineItemNumber} is received there`);
  if (!isSound || come) return answer('error');
  tellDoubts(order, before, cells, warn);
  if (before && !changes.length) return answer('unchanged');
  return answer(before ? 'update' : 'create', { changes, data: { order, before } });
}

/** A row for each line that says what is there; an order without lines is one row that no import takes. */
function exportedOrder(order: StoredPurchaseOrder): ExportedRow[] {
  const header = {
    number: order.number,
    supplier: order.supplier.number,
    supplierName: order.supplier.name,
    orderDate: order.enteredOn,
    scheduledAt: order.scheduledAt,
    status: order.status,
    ...order.names,
    note: order.note,
    supplierNote: order.supplierNote,
  };
  const lines = order.lines.map((line) => ({
    sku: line.sku,
    supplierPartNumber: line.supplierPartNumber,
    quantity: plain(line.quantity),
    unit: line.unitName,
    unitPrice: plain(line.unitPrice),
    lineDate: line.scheduledAt,
    lineItemNumber: line.lineItemNumber,
    received: hasCome(line) ? plain(line.received) : null,
    rejected: decimal(line.rejected).gt('0') ? plain(line.rejected) : null,
  }));
  return (lines.length ? lines : [{}]).map((line) => ({ fields: { ...header, ...line } }));
}

/** Purchase orders from files, a row for each line: created, or changed where the number exists. */
export const purchaseOrderImporter = (
  catalogue: CataloguePort,
  supply: OrderSupply,
): ImportDefinition<PurchaseOrderImportData | null> => ({
  name: 'purchase-orders',
  title: 'Purchase orders',
  description:
    `Creates orders with their lines, one row for each line, or changes those whose number exists and of which nothing
came. Rows with the same number are one order and all of its lines; lines that stand and are not in the file are deleted
only where that is asked for. What was received is taken as history: it is in the figures and the deliveries, and not in
the stock. Empty cells leave what is there. No mails are sent.`.replaceAll('\n', ' '),
  recordType: 'purchase_order',
  permission: 'purchase_orders:update',
  keys: ['number'],
  isGrouped: true,
  hasLines: true,
  fields: purchaseOrderImportFields,
  async check(ctx, records, choices) {
    const stored = await purchaseOrdersByNumber(
      ctx,
      records.map(({ key }) => key),
    );
    const rows = records.flatMap((record) => record.rows);
    const names = await purchaseImportNames(ctx, catalogue, rows, stored.values());
    return records.map((record) => judge(record, { ctx, names, choices }, stored.get(record.key)));
  },
  apply: (ctx, records) =>
    writePurchaseOrders(
      ctx,
      { catalogue, supply },
      records.flatMap(({ key, data }) => (data ? [{ key, ...data }] : [])),
    ),
  async exported(ctx, items) {
    const stored = await purchaseOrdersByNumber(
      ctx,
      items.flatMap(({ number }) => (typeof number === 'string' ? number : [])),
    );
    return items.flatMap(({ number }) => stored.get(String(number)) ?? []).flatMap(exportedOrder);
  },
  undo: {
    refusals: refusalsOfPurchaseUndo,
    apply: (ctx, rows) => undoPurchaseOrders(ctx, supply, rows),
  },
});
