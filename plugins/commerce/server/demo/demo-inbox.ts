import { type AccountContext, notify, sql } from '@millwright/core/server';
import { pickRecord } from '../sales/order-picks/pick-record.ts';
import { salesOrderRecord } from '../sales/sales-order/record/sales-order-history.ts';
import { salesOrderIs } from '../states/states.ts';

interface Told {
  id: string;
  number: string;
  customerName: string;
}

/** Entries in the inbox of each demo person of the team, about the newest orders and picks. */
export async function tellDemoTeam(ctx: AccountContext): Promise<void> {
  const { rows: orders } = await sql<Told>`select id, number, customer_name as "customerName"
    from commerce.sales_order where account_id = ${ctx.account.id} and ${salesOrderIs.open('status')}
      and deleted_at is null
    order by id desc limit 3`.execute(ctx.em.query());
  const { rows: picks } = await sql<Told>`select pick.id, sold.number, sold.customer_name as "customerName"
    from commerce.pick pick
    join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
    where pick.account_id = ${ctx.account.id} and pick.finished_at is null and pick.deleted_at is null
    order by pick.id desc limit 2`.execute(ctx.em.query());
  for (const { id, number, customerName } of orders)
    await notify(ctx, {
      kind: 'portal_order',
      to: { roles: ['admin', 'user', 'sales_rep'] },
      record: salesOrderRecord(id),
      title: `${customerName} sent order ${number}`,
      text: '',
      key: `portal_order ${id}`,
      mail: null,
    });
  for (const { id, number, customerName } of picks)
    await notify(ctx, {
      kind: 'short_pick',
      to: { roles: ['admin', 'user', 'scanner'] },
      record: pickRecord(id),
      title: `Order ${number} for ${customerName} is short`,
      text: 'Not all of it was found in its place.',
      key: `short_pick ${id}`,
      mail: null,
    });
}
