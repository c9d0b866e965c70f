import { type AccountContext, type IndexedRecord, indexRecords, sql } from '@millwright/core/server';

/** The columns that search uses. */
export interface FoundPurchaseOrder {
  id: string;
  number: string;
  supplier: { number: string; name: string };
}

/** Search entry of an order. */
export const purchaseOrderDocument = ({ id, number, supplier }: FoundPurchaseOrder): IndexedRecord => ({
  type: 'purchase_order',
  id,
  title: number,
  subtitle: supplier.name,
  text: supplier.number,
});

const ordersAtOnce = 1000;

/** Updates search entries and sort columns of a supplier's orders after its name or number changed. */
export async function supplierOfOrdersChanged(
  ctx: AccountContext,
  { supplierID, fields }: { supplierID: string; fields: readonly string[] },
): Promise<void> {
  if (!fields.some((field) => field === 'name' || field === 'number')) return;
  // Reads the present name, because two changes may arrive in any order.
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
  // Locked, so that no order is deleted between reading it and writing its search entry.
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
