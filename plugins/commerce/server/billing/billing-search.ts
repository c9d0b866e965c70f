import { type AccountContext, indexRecords, sql } from '@millwright/core/server';

/** A document with the texts by which it is found. */
interface Found {
  id: string;
  number: string;
  text: string | null;
  customerID: string;
  customerName: string;
  customerNumber: string;
}

/** Additional search texts of invoices and transactions, besides number and customer. */
const words = {
  invoice: sql`(select concat_ws(' ', sold.number, sold.customer_po) from commerce.sales_order sold
    where sold.account_id = own.account_id and sold.id = own.order_id)`,
  transaction: sql`own.reference`,
} as const;
type Kind = keyof typeof words;

const atOnce = 1000;

export async function indexFound(ctx: AccountContext, kind: Kind, found: readonly Found[]): Promise<void> {
  await indexRecords(
    ctx,
    found.map(({ id, number, text, customerID, customerName, customerNumber }) => ({
      type: kind,
      id,
      title: number,
      subtitle: customerName,
      text: [text, customerNumber].filter(Boolean).join(' '),
      customerID,
    })),
  );
}

const found = (ctx: AccountContext, kind: Kind, which: ReturnType<typeof sql>) =>
  sql<Found>`select own.id, own.number, ${words[kind]} as text, customer.id as "customerID",
      customer.name as "customerName", customer.number as "customerNumber"
    from ${sql.table(`commerce.${kind}`)} own
    join commerce.customer customer on customer.account_id = own.account_id and customer.id = own.customer_id
    where own.account_id = ${ctx.account.id} and ${which} order by own.id limit ${atOnce}`.execute(ctx.em.query());

/** Writes the search documents of these records. */
export async function indexDocuments(ctx: AccountContext, kind: Kind, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const { rows } = await found(ctx, kind, sql`own.id = any(${ids.slice(from, from + atOnce)}::text[])`);
    await indexFound(ctx, kind, rows);
  }
}

/** Rewrites the search documents of a customer's invoices and transactions after its name or number has changed. */
export const documentsOfCustomerRenamed =
  (kind: Kind) =>
  async (ctx: AccountContext, { customerID }: { customerID: string }): Promise<void> => {
    for (let after = ''; ; ) {
      const { rows } = await found(ctx, kind, sql`own.customer_id = ${customerID} and own.id > ${after}`);
      await indexFound(ctx, kind, rows);
      const last = rows.at(-1);
      if (!last || rows.length < atOnce) return;
      after = last.id;
    }
  };
