import {
  dateIn,
  decimal,
  firstBusinessYear,
  holdStates,
  newID,
  problems,
  roundMoney,
} from '@millwright/core/contracts';
import type {
  AccountContext,
  ExportedRow,
  ImportChoices,
  ImportDefinition,
  ImportVerdict,
  ParsedRow,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  areSalesOrderPricesFrozen,
  type CustomerStatus,
  isSalesOrderEditable,
  issueGap,
  orderDatesFault,
  type SalesOrderStatus,
  salesOrderReferences,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import { textOf } from '../../../document/import/import-row.ts';
import { type OrderCells, orderCells, type Tell, tellGoneLines, textsOf } from '../../../document/import/order-rows.ts';
import { endedText } from '../../../document/lines/ended-products.ts';
import { addressField, addressRoles } from '../../../parties/customer/import/address-import-fields.ts';
import { isTermKind, type MakeTerm, undoWithTerms, writeWithTerms } from '../../../terms/new-terms.ts';
import { sumsOfSalesLines } from '../lines/sales-order-sums.ts';
import type { OrderPromises } from '../status/order-promises.ts';
import { statusRefusal } from '../status/sales-order-status-change.ts';
import {
  orderAddressParts,
  salesOrderFieldDeclarations,
  salesOrderImportFields,
} from './fields/sales-order-import-fields.ts';
import { importedCustomerOf, wantedHeader } from './fields/sales-order-import-header.ts';
import { wantedSalesLines } from './fields/sales-order-import-lines.ts';
import { type OrderImportNames, orderImportNames } from './fields/sales-order-import-names.ts';
import {
  type ImportedSalesOrder,
  importedSalesOrderChanges,
  type SalesOrderImportData,
} from './record/sales-order-import-record.ts';
import { type PresentOrder, salesOrdersByNumber } from './record/sales-order-import-stored.ts';
import { refusalsOfOrderUndo, undoSalesOrders } from './record/sales-order-import-undo.ts';
import { writeSalesOrders } from './record/sales-order-import-write.ts';

type Verdict = ImportVerdict<SalesOrderImportData | null>;

/** Why the order may not change; undefined if it may. */
function closedReason(before: PresentOrder): string | undefined {
  if (isSalesOrderEditable(before)) return undefined;
  const why = salesOrderStates.is.open(before.status)
    ? 'a shipment of it has left'
    : `it is ${salesOrderStates.names[before.status].toLowerCase()}`;
  return `Order ${before.number} cannot be changed: ${why}`;
}

/** Statuses that a file can give, in the order of an order's life. */
const steps: readonly SalesOrderStatus[] = ['bid_request', 'estimate', 'issued'];

/** Settles the status: a file takes an order forward, never back. */
function settleStatus(
  order: ImportedSalesOrder,
  parts: { before: PresentOrder | undefined; customerStatus: CustomerStatus; row: number },
  tell: { fault: Tell; warn: Tell },
): void {
  const { status: wanted, number, customer } = order;
  const { before, customerStatus, row } = parts;
  const from = before?.status ?? (wanted === 'issued' ? 'estimate' : wanted);
  if (!steps.includes(wanted) && wanted !== before?.status) {
    tell.fault(
      row,
      'status',
      before
        ? `Order ${number} is ${salesOrderStates.names[before.status].toLowerCase()}: ` +
            'ship and invoice it, or close it where it stands'
        : 'Finished orders come in with their history, which is not possible yet',
    );
    return;
  }
  if (wanted === from) return;
  if (before && steps.indexOf(wanted) < steps.indexOf(from)) {
    order.status = from;
    tell.warn(
      row,
      'status',
      `Order ${number} stays ${salesOrderStates.names[from].toLowerCase()}: an import takes no status back`,
    );
    return;
  }
  const refusal = statusRefusal(
    {
      id: order.id,
      label: number,
      number,
      customerID: customer.id,
      status: from,
      hasPicks: before?.hasPicks ?? false,
      isInProgress: false,
      pickID: null,
      customerStatus,
      customerName: customer.name,
      orderDiscountID: null,
      minimumOrderTotal: null,
      saleTotal: '0',
      total: '0',
      ended: [],
      lineCount: 0,
      hasGoods: false,
      hasShipTo: false,
      carrierCode: null,
    },
    wanted,
  );
  if (refusal) tell.fault(row, 'status', refusal.message);
}

/** What the file says and an order does not keep. */
function tellDoubts(
  ctx: AccountContext,
  order: ImportedSalesOrder,
  before: PresentOrder | undefined,
  cells: OrderCells,
  { names, warn }: { names: OrderImportNames; warn: Tell },
): void {
  const subtotal = cells.get('subtotal');
  const { total } = sumsOfSalesLines(order.lines, order.orderDiscount?.terms);
  if (subtotal && !roundMoney(decimal(subtotal.text)).eq(decimal(total)))
    warn(0, 'subtotal', `The subtotal ${subtotal.text} differs from the sum of the lines, ${total}, which counts`);
  // History may lack what an order needs to be issued today.
  const carrier = names.references.byID.get(order.references.carrierID ?? '');
  const gap = issueGap({
    lineCount: order.lines.length,
    hasGoods: order.lines.some(({ productType }) => productType === 'sale'),
    hasShipTo: order.shipTo !== null,
    carrierCode: carrier?.code ?? null,
  });
  if (gap && salesOrderStates.is.open(order.status) && !salesOrderStates.is.open(before?.status))
    warn(0, gap.path === 'lines' ? '' : addressField('shipTo', 'line1'), gap.message);
  // Files of other systems hold years of history: what would be a slip in a form may be true in them.
  const dates = orderDatesFault(order);
  if (dates && dates !== (before && orderDatesFault(before))) warn(0, 'expiredAt', dates);
  for (const field of ['promisedAt', 'expiredAt'] as const) {
    const cell = cells.get(field);
    const year = order[field]?.slice(0, 4);
    if (cell && Number(year) < firstBusinessYear) warn(cell.row, field, `The year is ${year}`);
  }
  const date = cells.get('orderDate');
  const entered = before && dateIn(ctx.account.timeZone, new Date(before.createdAt));
  if (date && entered && date.text !== entered)
    warn(date.row, 'orderDate', `The order was entered on ${entered}, which stays its date`);
}

/** Tells of products that are not sold any more in lines of issued orders that are new, more or dearer than before. */
function tellEnded(
  rows: readonly ParsedRow[],
  { status, lines }: ImportedSalesOrder,
  before: PresentOrder | undefined,
  { names, warn }: { names: OrderImportNames; warn: Tell },
): void {
  if (!salesOrderStates.is.open(status)) return;
  const known = new Map(salesOrderStates.is.open(before?.status) ? before?.lines.map((line) => [line.id, line]) : []);
  for (const { id, sku, itemID, baseQuantity, total } of lines) {
    const [was, product] = [known.get(id), names.products.get(sku)];
    if (!product?.endDate || product.endDate >= names.today) continue;
    if (was?.itemID === itemID && decimal(baseQuantity).lte(decimal(was.baseQuantity)) && decimal(total).lte(was.total))
      continue;
    const row = rows.find((each) => textOf(each, 'sku') === sku)?.row ?? 0;
    warn(row, 'sku', endedText([{ id: itemID, sku, endDate: product.endDate }]));
  }
}

/** Whether an issued order would want more, or come to more, than before. */
function growsIssued(before: PresentOrder, lines: ImportedSalesOrder['lines']): boolean {
  if (before.issuedAt === null) return false;
  const known = new Map(before.lines.map((line) => [line.id, line]));
  const terms = before.orderDiscount?.terms;
  return (
    decimal(sumsOfSalesLines(lines, terms).total).gt(decimal(sumsOfSalesLines(before.lines, terms).total)) ||
    lines.some(({ id, itemID, baseQuantity }) => {
      const was = known.get(id);
      return was?.itemID !== itemID || decimal(baseQuantity).gt(decimal(was.baseQuantity));
    })
  );
}

function judge(
  record: { key: string; rows: readonly ParsedRow[] },
  known: { ctx: AccountContext; names: OrderImportNames; choices: ImportChoices },
  before: PresentOrder | undefined,
): Verdict {
  const { ctx, names, choices } = known;
  const { key: number, rows } = record;
  const [first] = rows as [ParsedRow];
  const errors: Verdict['errors'] = [];
  const warnings: Verdict['warnings'] = [];
  const fault: Tell = (row, field, message) => void errors.push({ row: row || first.row, field, message });
  const warn: Tell = (row, field, message) => void warnings.push({ row: row || first.row, field, message });
  const live = before?.isDeleted ? undefined : before;
  if (before?.isDeleted) fault(0, 'number', `Order ${number} was deleted; its number is not given again`);
  if (!before && !ctx.can('sales_orders:create')) fault(0, '', 'You do not have the right to create sales orders');
  const cells = orderCells(rows, salesOrderFieldDeclarations, fault);
  const named = importedCustomerOf(cells, names, { fault, warn });
  if (!before && !cells.has('customer') && !cells.has('customerName')) fault(0, 'customer', 'Customer is required');
  if (live && named && named.id !== live.customer.id)
    fault(
      (cells.get('customer') ?? cells.get('customerName'))?.row ?? 0,
      'customer',
      `The order is of ${live.customer.number} ${live.customer.name}, and the customer of an order does not change`,
    );
  const customer = live ? names.customersByNumber.get(live.customer.number) : named;
  const lines = wantedSalesLines(
    rows,
    names,
    {
      present: live?.lines ?? [],
      customer: customer ?? { id: '', name: '', productLineIDs: null },
      areFrozen: live !== undefined && areSalesOrderPricesFrozen(live),
    },
    fault,
  );
  tellGoneLines(live?.lines ?? [], lines, choices, { fault, warn });
  const answer = (effect: Verdict['effect'], parts: Partial<Verdict> = {}): Verdict => ({
    key: number,
    label: [number, customer?.name].filter(Boolean).join(' '),
    effect,
    recordID: live?.id ?? null,
    changes: [],
    errors,
    warnings: effect === 'error' ? [] : warnings,
    data: null,
    ...parts,
  });
  if (!customer) return answer('error');
  const order: ImportedSalesOrder = {
    id: live?.id ?? newID('so'),
    number,
    customer: { id: customer.id, number: customer.number, name: customer.name },
    ...wantedHeader(cells, { ctx, names, creatable: choices.createReferences }, { customer, before: live }, fault),
    orderDiscount: live?.orderDiscount ?? null,
    lines: lines ?? [],
  };
  const closed = live && closedReason(live);
  if (!closed)
    settleStatus(
      order,
      { before: live, customerStatus: customer.status, row: cells.get('status')?.row ?? 0 },
      { fault, warn },
    );
  if (!closed && live && holdStates.is.holdsOrders(customer.status) && lines && growsIssued(live, lines))
    fault(0, 'quantity', `${customer.name} is on hold: order ${number} cannot grow`);
  const isSound = lines !== undefined && errors.length === 0;
  const changes = isSound ? importedSalesOrderChanges(live, order) : [];
  if (closed && (changes.length || errors.length))
    return answer('skip', { errors: rows.map(({ row }) => ({ row, field: '', message: closed })) });
  if (!isSound) return answer('error');
  tellDoubts(ctx, order, live, cells, { names, warn });
  tellEnded(rows, order, live, { names, warn });
  if (live && !changes.length) return answer('unchanged');
  return answer(live ? 'update' : 'create', { changes, data: { order, before: live } });
}

/** A row for each line that says what is there; an order without lines is one row that no import takes. */
function exportedOrder(ctx: AccountContext, order: PresentOrder): ExportedRow[] {
  const { shipTo, billTo, names, customer } = order;
  const addresses = { shipTo, billTo };
  const header = {
    number: order.number,
    customer: customer.number,
    customerName: customer.name,
    customerPO: order.customerPO,
    orderDate: dateIn(ctx.account.timeZone, new Date(order.createdAt)),
    promisedAt: order.promisedAt,
    expiredAt: order.expiredAt,
    status: order.status,
    ...Object.fromEntries(
      addressRoles.flatMap((role) =>
        orderAddressParts.map((part) => [addressField(role, part), addresses[role]?.[part] ?? null]),
      ),
    ),
    ...names,
    note: order.note,
    customerNote: order.customerNote,
  };
  const lines = order.lines.map(({ sku, quantity, unitName, unitPrice, lineItemNumber, ediLineItemID }) => ({
    sku,
    quantity: decimal(quantity).toFixed(),
    unit: unitName,
    unitPrice: decimal(unitPrice).toFixed(),
    lineItemNumber,
    ediLineItemID,
  }));
  return (lines.length ? lines : [{}]).map((line) => ({ fields: { ...header, ...line } }));
}

/** The order with the carriers and terms that are made for it. */
async function withTerms<Row extends SalesOrderImportData>(row: Row, make: MakeTerm): Promise<Row> {
  const references = { ...row.order.references };
  for (const name of salesOrderReferences.names) {
    const [{ type }, id] = [salesOrderReferences.fields[name].to, references[`${name}ID`]];
    if (isTermKind(type) && id !== null) references[`${name}ID`] = await make(type, id);
  }
  return { ...row, order: { ...row.order, references } };
}

/** Sales orders from files, a row for each line: created, or changed where the number exists. */
export const salesOrderImporter = (
  catalogue: CataloguePort,
  promises: OrderPromises,
): ImportDefinition<SalesOrderImportData | null> => ({
  name: 'sales-orders',
  title: 'Sales orders',
  description:
    'Creates orders with their lines, one row for each line, or changes those whose number exists and that are ' +
    'still open. Rows with the same number are one order and all of its lines; lines that stand and are not in the ' +
    'file are deleted only where that is asked for. Empty cells leave what is there. No mails are sent.',
  recordType: 'sales_order',
  permission: 'sales_orders:update',
  keys: ['number'],
  isGrouped: true,
  hasLines: true,
  fields: salesOrderImportFields,
  async check(ctx, records, choices) {
    // Portal customers order one at a time, at list prices.
    if (ctx.customerID !== undefined) throw problems.forbidden();
    const stored = await salesOrdersByNumber(
      ctx,
      records.map(({ key }) => key),
    );
    const rows = records.flatMap((record) => record.rows);
    const names = await orderImportNames(ctx, catalogue, {
      customers: [
        ...textsOf(rows, ['customer', 'customerName']),
        ...[...stored.values()].flatMap(({ customer, isDeleted }) => (isDeleted ? [] : customer.number)),
      ],
      skus: textsOf(rows, ['sku']),
    });
    return records.map((record) => judge(record, { ctx, names, choices }, stored.get(record.key)));
  },
  apply: (ctx, records) =>
    writeWithTerms(
      ctx,
      records.flatMap(({ key, data }) => (data ? [{ key, ...data }] : [])),
      withTerms,
      (rows) => writeSalesOrders(ctx, { catalogue, promises }, rows),
    ),
  async exported(ctx, items) {
    const stored = await salesOrdersByNumber(
      ctx,
      items.flatMap(({ number }) => (typeof number === 'string' ? number : [])),
    );
    return items
      .flatMap(({ number }) => stored.get(String(number)) ?? [])
      .flatMap((order) => exportedOrder(ctx, order));
  },
  undo: undoWithTerms({
    refusals: (ctx, rows) => refusalsOfOrderUndo(ctx, catalogue, rows),
    apply: (ctx, rows) => undoSalesOrders(ctx, promises, rows),
  }),
});
