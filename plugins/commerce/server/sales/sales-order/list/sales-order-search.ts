import { type AccountContext, type IndexedRecord, indexRecord, indexRecords, sql } from '@millwright/core/server';

/** Texts by which an order is found. */
export interface FoundSalesOrder {
  id: string;
  number: string;
  customerPO: string | null;
  customer: { id: string; number: string; name: string };
}

/** Search document of an order. */
export const salesOrderDocument = ({ id, number, customerPO, customer }: FoundSalesOrder): IndexedRecord => ({
  type: 'sales_order',
  id,
  title: number,
  subtitle: [customer.name, customerPO].filter(Boolean).join(', '),
  text: customer.number,
  customerID: customer.id,
});

/** Writes the search document of an order: number, customer PO, customer name and customer number. */
export const indexOrder = (ctx: AccountContext, order: FoundSalesOrder): Promise<void> =>
  indexRecord(ctx, salesOrderDocument(order));

const ordersAtOnce = 1000;

/** Rewrites the search documents and sort keys of a customer's orders after its name or number has changed. */
export async function customerOfOrdersRenamed(
  ctx: AccountContext,
  { customerID }: { customerID: string },
): Promise<void> {
  // Reads the current name, because the events of two renames may arrive in any order.
  const { rows: found } = await sql<{ id: string; number: string; name: string }>`
    select id, number, name from commerce.customer where account_id = ${ctx.account.id} and id = ${customerID}`.execute(
    ctx.em.query(),
  );
  const [customer] = found;
  if (!customer) return;
  await sql`update commerce.sales_order set customer_name = ${customer.name}
    where account_id = ${ctx.account.id} and customer_id = ${customerID} and customer_name <> ${customer.name}`.execute(
    ctx.em.query(),
  );
  // The rows are locked, so that no order is deleted between the read and the write of its search document.
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; number: string; customerPO: string | null }>`
      select id, number, customer_po as "customerPO" from commerce.sales_order
      where account_id = ${ctx.account.id} and customer_id = ${customerID} and deleted_at is null and id > ${after}
      order by id limit ${ordersAtOnce} for share`.execute(ctx.em.query());
    await indexRecords(
      ctx,
      rows.map((order) => salesOrderDocument({ ...order, customer })),
    );
    const last = rows.at(-1);
    if (!last || rows.length < ordersAtOnce) return;
    after = last.id;
  }
}
