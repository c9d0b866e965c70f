import { type AccountContext, type IndexedRecord, indexRecords, sql } from '@millwright/core/server';

/** What an order is found by. */
export interface FoundPurchaseOrder {
  id: string;
  number: string;
  supplier: { number: string; name: string };
}

/** What the search keeps of an order. */
export const purchaseOrderDocument = ({ id, number, supplier }: FoundPurchaseOrder): IndexedRecord => ({
  type: 'purchase_order',
  id,
  title: number,
  subtitle: supplier.name,
  text: supplier.number,
});

const ordersAtOnce = 1000;

/** Rewrites what the orders of a supplier are found and sorted by, after it got another name or number. */
export async function supplierOfOrdersChanged(
  ctx: AccountContext,
  { supplierID, fields }: { supplierID: string; fields: readonly string[] },
): Promise<void> {
  if (!fields.some((field) => field === 'name' || field === 'number')) return;
  // As it is called now: two changes may arrive in any order.
  const { rows: found } = await sql<{ number: string; name: string }>`
    select number, name from commerce.supplier where account_id = ${ctx.account.id} and id = ${supplierID}`.execute(
    ctx.em.query(),
  );
  const [supplier] = found;
  if (!supplier) return;
  await sql`update commerce.purchase_order set supplier_name = ${supplier.name}
    where account_id = ${ctx.account.id} and supplier_id = ${supplierID} and supplier_name <> ${supplier.name}`.execute(
    ctx.em.query(),
  );
  // Locked, so that none is deleted between reading it and writing what it is found by.
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; number: string }>`
      select id, number from commerce.purchase_order
      where account_id = ${ctx.account.id} and supplier_id = ${supplierID} and deleted_at is null and id > ${after}
      order by id limit ${ordersAtOnce} for share`.execute(ctx.em.query());
    await indexRecords(
      ctx,
      rows.map((order) => purchaseOrderDocument({ ...order, supplier })),
    );
    const last = rows.at(-1);
    if (!last || rows.length < ordersAtOnce) return;
    after = last.id;
  }
}
