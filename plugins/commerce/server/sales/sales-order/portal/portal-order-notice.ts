import { type AccountContext, notify, sql } from '@millwright/core/server';
import { salesOrderRecord } from '../record/sales-order-history.ts';
import { orderEmailProps } from '../record/sales-order-mail.ts';
import { salesOrderByID } from '../sales-order.queries.ts';
import { stockTakenBackNotification } from '../status/stock-taken-back.ts';

/** Notifications that members of the team can choose. */
export const commerceNotifications = [
  {
    code: 'portal_order',
    name: 'Orders from the portal',
    description: 'When a customer whose sales rep you are sends an order or a bid request.',
  },
  stockTakenBackNotification,
] as const;

/** Tells the sales rep of an order that was placed in the portal. */
export async function tellRepOfPortalOrder(ctx: AccountContext, { orderID }: { orderID: string }): Promise<void> {
  const { rows } = await sql<{ repID: string | null }>`select sales_rep_id as "repID" from commerce.sales_order
    where account_id = ${ctx.account.id} and id = ${orderID} and deleted_at is null`.execute(ctx.em.query());
  const [sold] = rows;
  if (!sold?.repID) return;
  const order = await salesOrderByID(ctx, orderID);
  await notify(ctx, {
    kind: 'portal_order',
    to: { members: [sold.repID] },
    record: salesOrderRecord(orderID),
    title: `${order.customer.name} sent order ${order.number}`,
    text: order.lines.map(({ product }) => product.sku).join(', '),
    key: `portal_order ${orderID}`,
    mail: { template: 'commerce.portal-order', props: { ...orderEmailProps(ctx, order) } },
  });
}
