import { decimal, startOfDayIn } from '@millwright/core/contracts';
import {
  type AccountContext,
  auditAll,
  emitAll,
  indexRecords,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  listSalesOrders,
  salesOrderChanged,
  salesOrderCreated,
  salesOrderStates,
} from '../../../../../contracts/index.ts';
import { ordersWritten } from '../../../../document/offer/offers.ts';
import { numberKey } from '../../../../document/record/number-key.ts';
import { countOrderDiscounts } from '../../../../pricing/order-discount/order-discount-uses.ts';
import { mayOrder } from '../../../may-order.ts';
import { openPicks } from '../../../order-picks/open-picks.ts';
import { insertSalesOrders, salesLineColumns } from '../../entry/insert-sales-order.ts';
import { claimOrderNumbers } from '../../entry/sales-order-number.ts';
import { sumsOfSalesLines } from '../../lines/sales-order-sums.ts';
import type { NewSalesLine } from '../../lines/sales-order-write-lines.ts';
import { salesOrderDocument } from '../../list/sales-order-search.ts';
import { salesOrderRecord } from '../../record/sales-order-history.ts';
import { SalesOrder } from '../../sales-order.entity.ts';
import type { EnteredOrder, OrderPromises } from '../../status/order-promises.ts';
import { historyOf, type SalesOrderRewrite, tellSteps } from './sales-order-import-history.ts';
import {
  type ImportedSalesOrder,
  type SalesOrderImportData,
  type SalesOrderUndo,
  salesLineChanges,
} from './sales-order-import-record.ts';

const recordSet = sql`r(id text, version int, status text, "customerPO" text, note text, "customerNote" text,
  "promisedAt" date, "expiredAt" date, "billTo" jsonb, "shipTo" jsonb, "carrierID" text, "carrierOptionID" text,
  "paymentTermID" text, "shippingTermID" text, "priorityID" text, "salesRepID" text, "issuedAt" timestamptz,
  "lineCount" int, total numeric, "quantityToPick" numeric, "quantityPicked" numeric, "quantityPacked" numeric,
  "quantityShipped" numeric, "quantityToInvoice" numeric, "quantityInvoiced" numeric, discount numeric)`;

/** Writes headers over orders of the expected versions; answers the new versions. */
async function overwriteHeaders(
  ctx: AccountContext,
  rewrites: readonly SalesOrderRewrite[],
): Promise<Map<string, number>> {
  const rows = rewrites.map(({ before, after, issuedAt }) => ({
    id: before.id,
    version: before.version,
    status: after.status,
    customerPO: after.customerPO,
    note: after.note,
    customerNote: after.customerNote,
    promisedAt: after.promisedAt,
    expiredAt: after.expiredAt,
    billTo: after.billTo,
    shipTo: after.shipTo,
    ...after.references,
    ...sumsOfSalesLines(after.lines, after.orderDiscount?.terms),
    issuedAt,
  }));
  const { rows: written } = await sql<{
    id: string;
    version: number;
  }>`update commerce.sales_order sold set status = r.status,
      customer_po = r."customerPO", note = r.note, customer_note = r."customerNote", promised_at = r."promisedAt",
      expired_at = r."expiredAt", bill_to = r."billTo", ship_to = r."shipTo", carrier_id = r."carrierID",
      carrier_option_id = r."carrierOptionID", payment_term_id = r."paymentTermID",
      shipping_term_id = r."shippingTermID", priority_id = r."priorityID",
      sales_rep_id = r."salesRepID", issued_at = r."issuedAt", line_count = r."lineCount", total = r.total,
      discount = r.discount,
      quantity_to_pick = r."quantityToPick", quantity_picked = r."quantityPicked", quantity_packed = r."quantityPacked",
      quantity_shipped = r."quantityShipped", quantity_to_invoice = r."quantityToInvoice",
      quantity_invoiced = r."quantityInvoiced", version = sold.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as ${recordSet}
    where sold.account_id = ${ctx.account.id} and sold.id = r.id and sold.version = r.version
      and sold.deleted_at is null
    returning sold.id, sold.version`.execute(ctx.em.query());
  return new Map(written.map(({ id, version }) => [id, version]));
}

/** Removes lines and writes those that are new or differ; untouched ones stay as they are. */
async function overwriteLines(ctx: AccountContext, rewrites: readonly SalesOrderRewrite[]): Promise<void> {
  const now = ctx.clock.now();
  const differing = rewrites.flatMap(({ before, after }) =>
    salesLineChanges(before.lines, after.lines).map((change) => ({ ...change, order: before })),
  );
  const removed = differing.flatMap(({ before, after }) => (before && !after ? before.id : []));
  await sql`delete from commerce.sales_order_line
    where account_id = ${ctx.account.id} and id = any(${removed}::text[])`.execute(ctx.em.query());
  const rows = differing.flatMap(({ order, after }) =>
    after
      ? {
          account_id: ctx.account.id,
          version: 1,
          created_at: now,
          updated_at: now,
          order_id: order.id,
          customer_id: order.customer.id,
          ...salesLineColumns(after),
        }
      : [],
  );
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const updatedColumns = sql.join(
    Object.keys(salesLineColumns(differing.find(({ after }) => after)?.after as NewSalesLine)).map(
      (name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`,
    ),
  );
  await sql`insert into commerce.sales_order_line as line (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::commerce.sales_order_line, ${JSON.stringify(rows)}::text::jsonb)
    on conflict (account_id, id) do update set ${updatedColumns}, version = line.version + 1,
      updated_at = excluded.updated_at`.execute(ctx.em.query());
}

/** Whether what is issued comes to more than before. */
const isWorthMore = ({ before, after }: SalesOrderRewrite): boolean =>
  before.issuedAt !== null &&
  decimal(sumsOfSalesLines(after.lines, after.orderDiscount?.terms).total).gt(
    decimal(sumsOfSalesLines(before.lines, before.orderDiscount?.terms).total),
  );

/** Writes over orders that are there, with history, events and search. @throws where one was changed meanwhile */
export async function rewriteSalesOrders(
  ctx: AccountContext,
  rewrites: readonly SalesOrderRewrite[],
): Promise<Map<string, number>> {
  if (!rewrites.length) return new Map();
  await ctx.em.lockRows(
    SalesOrder,
    rewrites.map(({ before }) => before.id),
  );
  await countOrderDiscounts(
    ctx,
    rewrites.map(({ before, after }) => ({
      orderDiscountID: before.orderDiscount?.id ?? null,
      from: before.status,
      to: after.status,
    })),
  );
  const versions = await overwriteHeaders(ctx, rewrites);
  // Checked in this transaction a moment ago: only a write in between leaves one out, and trying again sees it.
  if (versions.size !== rewrites.length) throw new Error('An order was changed while orders were imported');
  await overwriteLines(ctx, rewrites);
  await mayOrder(
    ctx,
    rewrites.filter(isWorthMore).map(({ after }) => ({ id: after.id, customerID: after.customer.id })),
    { acceptsEnded: true },
  );
  await ordersWritten(
    ctx,
    rewrites.map(({ after }) => after.id),
  );
  const told = rewrites.map((rewrite) => ({ ...rewrite, ...historyOf(rewrite) }));
  await auditAll(
    ctx,
    told.flatMap(({ entries }) => entries),
  );
  await emitAll(
    ctx,
    salesOrderChanged,
    told
      .filter(({ fields }) => fields.length)
      .map(({ after, fields }) => ({
        payload: { orderID: after.id, number: after.number, customerID: after.customer.id, fields },
        aggregate: salesOrderRecord(after.id),
      })),
  );
  await tellSteps(
    ctx,
    rewrites.flatMap(({ before, after }) =>
      before.status === after.status ? [] : { order: after, from: before.status },
    ),
  );
  await indexRecords(
    ctx,
    rewrites.map(({ after }) => salesOrderDocument(after)),
  );
  touched(ctx, listSalesOrders);
  return versions;
}

/** Enters new orders; the counter of numbers is held from here to the end of the transaction. */
async function enterOrders(ctx: AccountContext, orders: readonly ImportedSalesOrder[], now: Date): Promise<void> {
  if (!orders.length) return;
  await claimOrderNumbers(
    ctx,
    orders.map(({ number }) => number),
  );
  await insertSalesOrders(
    ctx,
    orders.map((order) => {
      const { customer, references, names: _, lines, orderDate, ...header } = order;
      const enteredAt = enteredOn(ctx, orderDate, now);
      return {
        order: {
          ...header,
          numberKey: numberKey(order.number),
          customerID: customer.id,
          customerName: customer.name,
          acknowledgementEmails: [],
          invoiceEmails: [],
          enteredAt,
          issuedAt: salesOrderStates.is.open(order.status) ? enteredAt : null,
        },
        references,
        lines,
      };
    }),
  );
  const begun = ({ status }: ImportedSalesOrder) => (salesOrderStates.is.open(status) ? 'estimate' : status);
  await auditAll(
    ctx,
    orders.map((order) => ({
      record: salesOrderRecord(order.id),
      action: 'created',
      note: salesOrderStates.names[order.status],
    })),
  );
  await emitAll(
    ctx,
    salesOrderCreated,
    orders.map((order) => ({
      payload: { orderID: order.id, number: order.number, customerID: order.customer.id, status: begun(order) },
      aggregate: salesOrderRecord(order.id),
    })),
  );
  await tellSteps(
    ctx,
    orders.flatMap((order) => (salesOrderStates.is.open(order.status) ? { order, from: 'estimate' as const } : [])),
  );
  await indexRecords(ctx, orders.map(salesOrderDocument));
  touched(ctx, listSalesOrders);
}

/** The beginning of the day in the account's zone; never later than now. */
function enteredOn(ctx: AccountContext, day: string | null, now: Date): Date {
  const start = day === null ? now : startOfDayIn(ctx.account.timeZone, day);
  return start > now ? now : start;
}

/** An issued order as the promise ledger takes it. */
const enteredOf = (ctx: AccountContext, order: ImportedSalesOrder, now: Date): EnteredOrder => ({
  id: order.id,
  number: order.number,
  customerID: order.customer.id,
  priorityID: order.references.priorityID,
  promisedOn: order.promisedAt,
  issuedAt: enteredOn(ctx, order.orderDate, now),
  lines: order.lines,
});

const undoOf = ({ order, before }: SalesOrderImportData): SalesOrderUndo => {
  if (!before) return { number: order.number };
  const { lines, ...header } = before;
  const differing = salesLineChanges(lines, order.lines);
  return {
    number: order.number,
    before: { ...header, changedLines: differing.flatMap(({ before: was }) => was ?? []) },
    addedLineIDs: differing.flatMap(({ before: was, after: now }) => (now && !was ? now.id : [])),
  };
};

/** Writes a chunk of orders: a fixed number of statements. */
export async function writeSalesOrders(
  ctx: AccountContext,
  { catalogue, promises }: { catalogue: CataloguePort; promises: OrderPromises },
  wanted: readonly (SalesOrderImportData & { key: string })[],
): Promise<{ key: string; recordID: string; undo: SalesOrderUndo; versions: WrittenVersions }[]> {
  const items = new Set(wanted.flatMap(({ order }) => order.lines.map(({ itemID }) => itemID)));
  // Held, so that no product is deleted before the transaction ends.
  const products = await catalogue.findProducts(ctx, [...items], { hold: true });
  if (products.size !== items.size) throw new Error('A product was deleted while orders were imported');
  const now = ctx.clock.now();
  const versions = await rewriteSalesOrders(
    ctx,
    wanted.flatMap(({ order, before }) =>
      before
        ? {
            before,
            after: order,
            issuedAt: salesOrderStates.is.open(order.status) ? (before.issuedAt ?? now.toISOString()) : null,
          }
        : [],
    ),
  );
  const fresh = wanted.flatMap(({ order, before }) => (before ? [] : order));
  // Quotes that are new want nothing and had nothing.
  await promises.updatePromises(
    ctx,
    wanted.flatMap(({ before }) => before?.id ?? []),
    {
      entered: fresh.flatMap((order) => (salesOrderStates.is.open(order.status) ? enteredOf(ctx, order, now) : [])),
      issuedIDs: wanted.flatMap(({ order, before }) =>
        before && before.issuedAt === null && salesOrderStates.is.open(order.status) ? before.id : [],
      ),
      // The check of the file has warned.
      acceptsEnded: true,
    },
  );
  await enterOrders(ctx, fresh, now);
  await openPicks(
    ctx,
    wanted.map(({ order }) => order.id),
  );
  return wanted.map(({ key, ...data }) => ({
    key,
    recordID: data.order.id,
    undo: undoOf(data),
    versions: {
      [data.order.id]: { found: data.before?.version ?? null, left: versions.get(data.order.id) ?? 1 },
    },
  }));
}
