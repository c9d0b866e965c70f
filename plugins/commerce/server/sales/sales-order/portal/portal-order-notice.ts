import { type AccountContext, memberIs, membersWhoWant, queueEmail, sql } from '@millwright/core/server';
import { salesOrderRecord } from '../record/sales-order-history.ts';
import { orderEmailProps } from '../record/sales-order-mail.ts';
import { salesOrderByID } from '../sales-order.queries.ts';
import { stockTakenBackNotification } from '../status/stock-taken-back.ts';

/** Notifications that members of the team can choose. */
export const commerceNotifications = [
  {
    code: 'portal_order',
    name: 'Orders from the portal',
    description: 'A mail when a customer whose sales rep you are sends an order or a bid request.',
  },
  stockTakenBackNotification,
] as const;

/** Emails the sales rep of an order that was placed in the portal. */
export async function tellRepOfPortalOrder(ctx: AccountContext, { orderID }: { orderID: string }): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`select member.id, member.email
    from commerce.sales_order sold
    join core.v_members member on member.account_id = sold.account_id and member.id = sold.sales_rep_id
    where sold.account_id = ${ctx.account.id} and sold.id = ${orderID} and sold.deleted_at is null
      and ${memberIs.active('member.status')}`.execute(ctx.em.query());
  const rep = rows[0];
  if (!rep || !(await membersWhoWant(ctx, 'portal_order', [rep.id])).length) return;
  const order = await salesOrderByID(ctx, orderID);
  await queueEmail(ctx, {
    template: 'commerce.portal-order',
    to: [rep.email],
    props: { ...orderEmailProps(ctx, order) },
    record: salesOrderRecord(orderID),
  });
}
