import { addDays, startOfDayIn } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AuditEntry,
  auditAll,
  billToAddressOf,
  claimNumbers,
  emitAll,
  indexRecords,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  listPurchaseOrders,
  purchaseOrderChanged,
  purchaseOrderCreated,
  purchaseOrderStates,
  purchaseOrderStatusChanged,
} from '../../../../contracts/index.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { purchaseOrderIs } from '../../../states/states.ts';
import { insertReceiptHistory } from '../../receiving-order/opening/insert-receipt-history.ts';
import { insertPurchaseOrders, purchaseLineColumns } from '../entry/insert-purchase-order.ts';
import { sumsOfPurchaseLines } from '../lines/purchase-order-sums.ts';
import { purchaseOrderDocument } from '../list/purchase-order-search.ts';
import { PurchaseOrder } from '../purchase-order.entity.ts';
import { purchaseOrderRecord } from '../record/purchase-order-history.ts';
import type { OrderSupply } from '../status/order-supply.ts';
import {
  changedPurchaseLines,
  type ImportedLine,
  type ImportedPurchaseOrder,
  importedPurchaseLineText,
  type PurchaseOrderImportData,
  type PurchaseOrderUndo,
  purchaseHeaderChanges,
  type StoredPurchaseOrder,
} from './purchase-order-import-record.ts';

/** An order that is there, as it is and as it is to be. */
interface OrderRewrite {
  before: StoredPurchaseOrder;
  after: ImportedPurchaseOrder;
  issuedAt: string | null;
}

const factOf = ({ id, number, supplier }: ImportedPurchaseOrder) => ({ orderID: id, number, supplierID: supplier.id });

/** What of it is over is told to nobody: it happened before the account was here. */
const isOver = ({ status }: ImportedPurchaseOrder): boolean => purchaseOrderStates.is.over(status);

/** Writes headers over orders of the expected versions; answers the new versions. */
async function overwriteHeaders(ctx: AccountContext, rewrites: readonly OrderRewrite[]): Promise<Map<string, number>> {
  const rows = rewrites.map(({ before, after, issuedAt }) => ({
    id: before.id,
    known: before.version,
    status: after.status,
    note: after.note,
    supplier_note: after.supplierNote,
    scheduled_at: after.scheduledAt,
    payment_term_id: after.paymentTermID,
    priority_id: after.priorityID,
    issued_at: issuedAt,
    ...sumsOfPurchaseLines(after.lines),
  }));
  const { rows: written } = await sql<{ id: string; version: number }>`update commerce.purchase_order bought
    set status = r.status, note = r.note, supplier_note = r.supplier_note, scheduled_at = r.scheduled_at,
      payment_term_id = r.payment_term_id, priority_id = r.priority_id, issued_at = r.issued_at,
      line_count = r."lineCount", total = r.total, quantity_ordered = r."quantityOrdered",
      expected_on = case when ${purchaseOrderIs.open('r.status')} then bought.expected_on end,
      version = bought.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id text, known int, status text, note text,
      supplier_note text, scheduled_at date, payment_term_id text, priority_id text, issued_at timestamptz,
      "lineCount" int, total numeric, "quantityOrdered" numeric)
    where bought.account_id = ${ctx.account.id} and bought.id = r.id and bought.version = r.known
      and bought.deleted_at is null
    returning bought.id, bought.version`.execute(ctx.em.query());
  return new Map(written.map(({ id, version }) => [id, version]));
}

/** Removes lines and writes those that are new or differ; untouched ones stay as they are. */
async function overwriteLines(ctx: AccountContext, rewrites: readonly OrderRewrite[]): Promise<void> {
  const now = ctx.clock.now();
  const differing = rewrites.flatMap(({ before, after }) =>
    changedPurchaseLines(before.lines, after.lines).map((change) => ({ ...change, orderID: before.id })),
  );
  const removed = differing.flatMap(({ before, after }) => (before && !after ? before.id : []));
  await removeLines(ctx, removed);
  const rows = differing.flatMap(({ orderID, after }) =>
    after
      ? {
          account_id: ctx.account.id,
          version: 1,
          created_at: now,
          updated_at: now,
          order_id: orderID,
          ...purchaseLineColumns(after),
        }
      : [],
  );
  const [first] = rows;
  if (!first) return;
  const kept = new Set(['account_id', 'id', 'version', 'created_at', 'updated_at', 'order_id']);
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const updatedColumns = sql.join(
    names.filter((name) => !kept.has(name)).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  await sql`insert into commerce.purchase_order_line as line (${columns})
    select ${columns} from jsonb_populate_recordset(null::commerce.purchase_order_line,
      ${JSON.stringify(rows)}::text::jsonb)
    on conflict (account_id, id) do update set ${updatedColumns}, version = line.version + 1,
      updated_at = excluded.updated_at`.execute(ctx.em.query());
}

/** Lines that nothing came of, with what the dock waited for. */
async function removeLines(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await sql`delete from commerce.receiving_order_line
    where account_id = ${ctx.account.id} and order_line_id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  await sql`delete from commerce.purchase_order_line
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
}

/** What changed of an order, as its history and its event tell it. */
function historyOf({ before, after }: OrderRewrite): { entries: AuditEntry[]; fields: string[] } {
  const record = purchaseOrderRecord(before.id);
  const lines = changedPurchaseLines(before.lines, after.lines);
  const changes = purchaseHeaderChanges(before, after).map(({ field, from, to }) => ({ field, from, to }) as object);
  const entries: AuditEntry[] = lines.map(({ before: was, after: now, changes: own }) => ({
    record,
    action: !was ? 'line_added' : !now ? 'line_removed' : 'line_changed',
    note: importedPurchaseLineText((now ?? was) as ImportedLine),
    ...(was && now ? { changes: own } : {}),
  }));
  if (changes.length) entries.push({ record, action: 'updated', changes } as AuditEntry);
  if (before.status !== after.status) {
    const names = { from: purchaseOrderStates.names[before.status], to: purchaseOrderStates.names[after.status] };
    entries.push({ record, action: 'status_changed', changes: [{ field: 'status', ...names }] });
  }
  const fields = purchaseHeaderChanges(before, after).map(({ field }) => field);
  return { entries, fields: [...fields, ...(lines.length ? ['lines'] : [])] };
}

/** Writes over orders that are there, with history and events. @throws where one was changed meanwhile */
export async function rewritePurchaseOrders(
  ctx: AccountContext,
  supply: OrderSupply,
  rewrites: readonly OrderRewrite[],
): Promise<Map<string, number>> {
  if (!rewrites.length) return new Map();
  await ctx.em.lockRows(
    PurchaseOrder,
    rewrites.map(({ before }) => before.id),
  );
  const versions = await overwriteHeaders(ctx, rewrites);
  // Checked in this transaction a moment ago: only a write in between leaves one out, and trying again sees it.
  if (versions.size !== rewrites.length) throw new Error('An order was changed while orders were imported');
  await overwriteLines(ctx, rewrites);
  const told = rewrites.map((rewrite) => ({ ...rewrite, ...historyOf(rewrite) }));
  await auditAll(
    ctx,
    told.flatMap(({ entries }) => entries),
  );
  await emitAll(
    ctx,
    purchaseOrderChanged,
    told
      .filter(({ fields }) => fields.length)
      .map(({ after, fields }) => ({
        payload: { ...factOf(after), fields },
        aggregate: purchaseOrderRecord(after.id),
      })),
  );
  await emitAll(
    ctx,
    purchaseOrderStatusChanged,
    rewrites
      .filter(({ before, after }) => before.status !== after.status)
      .map(({ before, after }) => ({
        payload: { ...factOf(after), from: before.status, to: after.status },
        aggregate: purchaseOrderRecord(after.id),
      })),
  );
  await supply.updateSupply(
    ctx,
    rewrites.map(({ before }) => before.id),
  );
  touched(ctx, listPurchaseOrders);
  return versions;
}

/** The beginning of the day in the account's zone; never later than now. */
function beginningOf(ctx: AccountContext, day: string | null, now: Date): Date {
  const start = day === null ? now : startOfDayIn(ctx.account.timeZone, day);
  return start > now ? now : start;
}

/** When what came of an order came: as its rows say, else when it was expected, and never before it was ordered. */
function cameAt(
  ctx: AccountContext,
  { receivedAt, scheduledAt, orderDate, lines }: ImportedPurchaseOrder,
  now: Date,
): Date {
  const days = [scheduledAt, ...lines.map((line) => line.scheduledAt)].filter((day) => day !== null).sort();
  const entered = beginningOf(ctx, orderDate, now);
  const came = beginningOf(ctx, receivedAt ?? days.at(-1) ?? (orderDate && addDays(orderDate, 1)), now);
  return new Date(Math.max(Number(came), Number(entered)));
}

const takenOf = (ctx: AccountContext) => async (wanted: readonly string[]) => {
  const { rows } = await sql<{ number: string }>`select number from commerce.purchase_order
    where account_id = ${ctx.account.id} and number = any(${[...wanted]}::text[])`.execute(ctx.em.query());
  return rows.map(({ number }) => number);
};

/** Enters new orders with what came of them; the counter of numbers is held to the end of the transaction. */
async function enterOrders(
  ctx: AccountContext,
  supply: OrderSupply,
  orders: readonly ImportedPurchaseOrder[],
  now: Date,
): Promise<void> {
  if (!orders.length) return;
  await claimNumbers(
    ctx,
    'purchase_order',
    orders.map(({ number }) => number),
    takenOf(ctx),
  );
  // Where an order of the past went is not known; an open one goes where new ones go.
  const accountAddress = orders.every(isOver) ? null : await billToAddressOf(ctx);
  await insertPurchaseOrders(
    ctx,
    orders.map((order) => {
      const { id, number, status, supplier, note, supplierNote, scheduledAt, paymentTermID, priorityID } = order;
      const enteredAt = beginningOf(ctx, order.orderDate, now);
      const wasIssued = purchaseOrderStates.is.open(status) || isOver(order);
      return {
        order: {
          id,
          number,
          status,
          note,
          supplierNote,
          scheduledAt,
          paymentTermID,
          priorityID,
          enteredAt,
          numberKey: numberKey(number),
          supplierID: supplier.id,
          supplierName: supplier.name,
          billTo: isOver(order) ? null : accountAddress,
          shipTo: isOver(order) ? null : accountAddress,
          contacts: [],
          issuedAt: wasIssued ? enteredAt : null,
          completedAt: isOver(order) ? cameAt(ctx, order, now) : null,
        },
        lines: order.lines,
      };
    }),
  );
  const issued = orders.filter(({ status }) => purchaseOrderStates.is.open(status));
  await supply.updateSupply(
    ctx,
    issued.map(({ id }) => id),
    { quiet: new Set(issued.flatMap(({ id, bringsSupply }) => (bringsSupply ? [] : id))) },
  );
  await insertReceiptHistory(
    ctx,
    orders.map((order) => ({
      orderID: order.id,
      receivedAt: cameAt(ctx, order, now),
      lines: order.lines.flatMap(({ id, quantityReceived, quantityRejected }) =>
        Number(quantityReceived) ? { orderLineID: id, received: quantityReceived, rejected: quantityRejected } : [],
      ),
    })),
  );
  await auditAll(
    ctx,
    orders.map(({ id, status }) => ({
      record: purchaseOrderRecord(id),
      action: 'created',
      note: purchaseOrderStates.names[status],
    })),
  );
  await emitAll(
    ctx,
    purchaseOrderCreated,
    orders
      .filter((order) => !isOver(order))
      .map((order) => ({
        payload: { ...factOf(order), status: order.status },
        aggregate: purchaseOrderRecord(order.id),
      })),
  );
  await indexRecords(ctx, orders.map(purchaseOrderDocument));
  touched(ctx, listPurchaseOrders);
}

/** Writes a chunk of orders: a fixed number of statements. */
export async function writePurchaseOrders(
  ctx: AccountContext,
  { catalogue, supply }: { catalogue: CataloguePort; supply: OrderSupply },
  wanted: readonly (PurchaseOrderImportData & { key: string })[],
): Promise<{ key: string; recordID: string; undo: PurchaseOrderUndo; versions: WrittenVersions }[]> {
  // Held, so that no item is deleted before the transaction ends.
  const items = new Set(wanted.flatMap(({ order }) => order.lines.map(({ itemID }) => itemID)));
  await catalogue.holdItems(ctx, [...items]);
  const now = ctx.clock.now();
  const versions = await rewritePurchaseOrders(
    ctx,
    supply,
    wanted.flatMap(({ order, before }) =>
      before
        ? {
            before,
            after: order,
            issuedAt: purchaseOrderStates.is.open(order.status) ? (before.issuedAt ?? now.toISOString()) : null,
          }
        : [],
    ),
  );
  await enterOrders(
    ctx,
    supply,
    wanted.flatMap(({ order, before }) => (before ? [] : order)),
    now,
  );
  return wanted.map(({ key, order, before }) => ({
    key,
    recordID: order.id,
    undo: { number: order.number, before },
    versions: { [order.id]: { found: before?.version ?? null, left: versions.get(order.id) ?? 1 } },
  }));
}
