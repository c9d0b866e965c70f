import { referencedKinds } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  auditAll,
  emitAll,
  namedRecords,
  releaseNumbers,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { listSalesOrders, salesOrderDeleted, salesOrderReferences } from '../../../../../contracts/index.ts';
import { ordersWritten } from '../../../../document/offer/offers.ts';
import { referenceTables } from '../../../../parties/reference-tables.ts';
import { salesOrderIs } from '../../../../states/states.ts';
import { forgetPicks, openPicks } from '../../../order-picks/open-picks.ts';
import { salesOrderRecord } from '../../record/sales-order-history.ts';
import type { OrderPromises } from '../../status/order-promises.ts';
import type { SalesOrderUndo } from './sales-order-import-record.ts';
import { salesOrdersByNumber } from './sales-order-import-stored.ts';
import { rewriteSalesOrders } from './sales-order-import-write.ts';

/** `left`: the version to expect. */
type Taken = { row: number; id: string; undo: SalesOrderUndo; left: number };

const takenOf = (rows: readonly AppliedRow[]): Taken[] =>
  rows.flatMap(({ row, recordID, undo, versions }) =>
    recordID && undo ? [{ row, id: recordID, undo: undo as SalesOrderUndo, left: versions[recordID]?.left ?? 0 }] : [],
  );

interface LiveOrder {
  id: string;
  version: number;
  isInProgress: boolean;
}

/** The orders that are there, locked. */
async function liveOrders(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, LiveOrder>> {
  const { rows } = await sql<LiveOrder>`select sold.id, sold.version,
      progress.has_shipped or greatest(sold.quantity_picked, sold.quantity_packed, sold.quantity_shipped,
        sold.quantity_invoiced) > 0 as "isInProgress"
    from commerce.sales_order sold
    join commerce.v_order_progress progress on progress.account_id = sold.account_id and progress.order_id = sold.id
    where sold.account_id = ${ctx.account.id} and sold.id = any(${[...ids]}::text[]) and sold.deleted_at is null
    order by sold.id for no key update of sold`.execute(ctx.em.query());
  return new Map(rows.map((order) => [order.id, order]));
}

const referenceIDs = ({ before }: SalesOrderUndo): string[] =>
  before ? Object.values(before.references).filter((id): id is string => id !== null) : [];

/** What later changes make impossible: an order that was changed or deleted, or of which something was picked. */
export async function refusalsOfOrderUndo(
  ctx: AccountContext,
  catalogue: CataloguePort,
  rows: readonly AppliedRow[],
): Promise<{ row: number; label: string; reason: string }[]> {
  const taken = takenOf(rows);
  const live = await liveOrders(
    ctx,
    taken.map(({ id }) => id),
  );
  const references = await namedRecords(ctx, referencedKinds(salesOrderReferences), referenceTables);
  const items = taken.flatMap(({ undo }) => undo.before?.changedLines.map(({ itemID }) => itemID) ?? []);
  const products = await catalogue.findProducts(ctx, [...new Set(items)], { hold: true });
  return taken.flatMap(({ row, id, undo, left }) => {
    const refuse = (reason: string) => ({ row, label: undo.number, reason });
    const order = live.get(id);
    // An order that the import made and somebody deleted needs nothing to be undone.
    if (!order) return undo.before ? refuse('it was deleted since') : [];
    if (order.version !== left) return refuse('it was changed since');
    if (!undo.before) return order.isInProgress ? refuse('something of it was picked or invoiced') : [];
    if (referenceIDs(undo).some((each) => !references.byID.has(each)))
      return refuse('a carrier, term or person that it had is gone');
    const missing = undo.before.changedLines.find(({ itemID }) => !products.has(itemID));
    return missing ? refuse(`its product ${missing.sku} is gone`) : [];
  });
}

/**
 * Takes new orders back as if they had never been. Where the counter has passed a number, its order stays as a hidden
 * row, so that the series shows no gap.
 */
async function removeOrders(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const account = ctx.account.id;
  const { rows: orders } = await sql<{ id: string; number: string; customerID: string }>`
    select id, number, customer_id as "customerID" from commerce.sales_order
    where account_id = ${account} and id = any(${[...ids]}::text[]) and deleted_at is null`.execute(ctx.em.query());
  const kept = await releaseNumbers(
    ctx,
    'order',
    orders.map(({ number }) => number),
  );
  const idsOf = (isKept: boolean) => orders.filter(({ number }) => kept.has(number) === isKept).map(({ id }) => id);
  const [gone, hidden] = [idsOf(false), idsOf(true)];
  await sql`delete from commerce.sales_order_line
    where account_id = ${account} and order_id = any(${gone}::text[])`.execute(ctx.em.query());
  await sql`delete from commerce.sales_order where account_id = ${account} and id = any(${gone}::text[])`.execute(
    ctx.em.query(),
  );
  const now = ctx.clock.now();
  await sql`update commerce.sales_order
    set deleted_at = ${now}, updated_at = ${now}, version = version + 1, issued_at = null,
      status = case when ${salesOrderIs.requested('status')} then status else ${salesOrderIs.to('estimate')} end,
        customer_id = null, carrier_id = null,
      carrier_option_id = null, payment_term_id = null, shipping_term_id = null, priority_id = null, sales_rep_id = null
    where account_id = ${account} and id = any(${hidden}::text[])`.execute(ctx.em.query());
  await unindexRecords(
    ctx,
    'sales_order',
    orders.map(({ id }) => id),
  );
  await auditAll(
    ctx,
    orders.map(({ id, number }) => ({ record: salesOrderRecord(id), action: 'deleted', note: number })),
  );
  await emitAll(
    ctx,
    salesOrderDeleted,
    orders.map(({ id, number, customerID }) => ({
      payload: { orderID: id, number, customerID },
      aggregate: salesOrderRecord(id),
    })),
  );
  touched(ctx, listSalesOrders);
}

/**
 * Takes orders back: those that were created go, those that were changed are as they were. Answers their new versions.
 */
export async function undoSalesOrders(
  ctx: AccountContext,
  promises: OrderPromises,
  rows: readonly AppliedRow[],
): Promise<Map<string, number>> {
  const taken = takenOf(rows);
  const changed = taken.flatMap(({ undo }) => (undo.before ? { ...undo, before: undo.before } : []));
  const found = await salesOrdersByNumber(
    ctx,
    changed.map(({ number }) => number),
  );
  const versions = await rewriteSalesOrders(
    ctx,
    changed.flatMap(({ number, before: { changedLines, ...before }, addedLineIDs = [] }) => {
      const now = found.get(number);
      if (!now) return [];
      const lines = new Map(now.lines.map((line) => [line.id, line]));
      for (const id of addedLineIDs) lines.delete(id);
      for (const line of changedLines) lines.set(line.id, line);
      return { before: now, after: { ...before, lines: [...lines.values()] }, issuedAt: before.issuedAt };
    }),
  );
  const goneIDs = taken.flatMap(({ id, undo }) => (undo.before ? [] : id));
  await promises.updatePromises(
    ctx,
    taken.map(({ id }) => id),
    { goneIDs, acceptsEnded: true },
  );
  await forgetPicks(ctx, goneIDs);
  await removeOrders(ctx, goneIDs);
  await ordersWritten(ctx, goneIDs);
  await openPicks(
    ctx,
    changed.map(({ before }) => before.id),
  );
  return versions;
}
