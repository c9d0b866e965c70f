import { type AccountContext, fileFromOutside, notify, sql } from '@millwright/core/server';
import { salesOrderRecord } from '../record/sales-order-history.ts';
import { orderEmailProps } from '../record/sales-order-mail.ts';
import { salesOrderByID } from '../sales-order.queries.ts';
import { stockTakenBackNotification } from '../status/stock-taken-back.ts';

/** Notifications that members of the team can choose. */
export const commerceNotifications = [
  {
    code: 'portal_order',
    name: 'Orders from the portal',
    description: 'When a customer whose sales rep you are sends an order, a request or a file.',
  },
  stockTakenBackNotification,
] as const;

/** Whom an order has as its rep, and its number. */
async function soldBy(
  ctx: AccountContext,
  orderID: string,
): Promise<{ repID: string | null; number: string } | undefined> {
  const { rows } = await sql<{ repID: string | null; number: string }>`select sales_rep_id as "repID", number
    from commerce.sales_order
    where account_id = ${ctx.account.id} and id = ${orderID} and deleted_at is null`.execute(ctx.em.query());
  return rows[0];
}

/** The rep of a customer's act; where there is none, administrators and users, who get no mail. */
const toldOf = (repID: string | null) =>
  repID === null ? { to: { roles: ['admin', 'user'] as const }, mail: null } : { to: { members: [repID] } };

/** Tells the team of an order that was placed in the portal. */
export async function tellOfPortalOrder(ctx: AccountContext, { orderID }: { orderID: string }): Promise<void> {
  const sold = await soldBy(ctx, orderID);
  if (!sold) return;
  const order = await salesOrderByID(ctx, orderID);
  await notify(ctx, {
    kind: 'portal_order',
    record: salesOrderRecord(orderID),
    title: `${order.customer.name} sent order ${order.number}`,
    text: order.lines.map(({ product }) => product.sku).join(', '),
    key: `portal_order ${orderID}`,
    mail: { template: 'commerce.portal-order', props: { ...orderEmailProps(ctx, order) } },
    ...toldOf(sold.repID),
  });
}

/** Tells the team of a file that a customer has added to an order. */
export async function tellOfCustomerFile(
  ctx: AccountContext,
  { fileID, recordType, recordID }: { fileID: string; recordType: string; recordID: string },
): Promise<void> {
  if (recordType !== 'sales_order') return;
  const [file, sold] = [await fileFromOutside(ctx, fileID), await soldBy(ctx, recordID)];
  if (!file || !sold) return;
  await notify(ctx, {
    kind: 'portal_order',
    record: salesOrderRecord(recordID),
    title: `${file.addedBy} added ${file.name} to order ${sold.number}`,
    text: '',
    key: `customer_file ${recordID}`,
    several: `files from customers on order ${sold.number}`,
    ...toldOf(sold.repID),
    // The file itself is behind a sign-in, so that a mail would hold nothing.
    mail: null,
  });
}
