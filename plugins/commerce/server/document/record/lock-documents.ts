import { type AccountContext, sql } from '@millwright/core/server';

/** Tables of documents that belong to a sales order. */
const ofOrders = ['pick', 'invoice'] as const;

/** Documents that a transaction changes, by id. */
export interface LockedDocuments {
  /** Sales orders themselves. */
  orderIDs?: readonly string[];
  /** Documents whose sales orders are locked: a change of such a document locks its order first. */
  ordersOf?: Partial<Record<(typeof ofOrders)[number], readonly string[]>>;
  /** Shipments, each locked after its order. */
  shipmentIDs?: readonly string[];
  transactionIDs?: readonly string[];
  invoiceIDs?: readonly string[];
}

/**
 * Locks the documents of a transaction in order to cash until it ends, in the order that all transactions follow: sales
 * orders, shipments, transactions, invoices, each by id. Picks and lines are covered by the lock of their order.
 * Unknown ids are ignored; the caller reads the locked rows afterwards.
 */
export async function lockDocuments(
  ctx: AccountContext,
  { orderIDs = [], ordersOf = {}, shipmentIDs = [], transactionIDs = [], invoiceIDs = [] }: LockedDocuments,
): Promise<void> {
  // Flushed first, so that documents written in this transaction are found.
  await ctx.em.flush();
  const found = ofOrders.flatMap((table) => {
    const ids = ordersOf[table] ?? [];
    return ids.length
      ? [
          sql`select of.order_id from ${sql.table(`commerce.${table}`)} of
            where of.account_id = ${ctx.account.id} and of.id = any(${[...ids]}::text[])`,
        ]
      : [];
  });
  if (orderIDs.length) found.push(sql`select unnest(${[...orderIDs]}::text[])`);
  if (found.length)
    await sql`select sold.id from commerce.sales_order sold where sold.account_id = ${ctx.account.id}
      and sold.id in (${sql.join(found, sql` union all `)}) order by sold.id for no key update`.execute(ctx.em.query());
  if (shipmentIDs.length) {
    await sql`select shipment.id from commerce.sales_order sold
      join commerce.shipment shipment on shipment.account_id = sold.account_id and shipment.order_id = sold.id
      where shipment.account_id = ${ctx.account.id} and shipment.id = any(${[...shipmentIDs]}::text[])
      order by sold.id, shipment.id for no key update of sold, shipment`.execute(ctx.em.query());
    ctx.em.noteHeld('commerce.shipment', shipmentIDs);
  }
  await ctx.em.lockRows('commerce.transaction', transactionIDs);
  await ctx.em.lockRows('commerce.invoice', invoiceIDs);
}
