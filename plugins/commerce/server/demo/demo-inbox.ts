import { type AccountContext, createDemoComments, type DemoConversation, notify, sql } from '@millwright/core/server';
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

interface Known {
  id: string;
  name: string;
}

/** Conversations of the demo team on an order, a pick and a customer, so that each of them is mentioned once. */
export async function createDemoConversations(ctx: AccountContext): Promise<void> {
  const { rows: orders } = await sql<Known>`select id, 'Order ' || number as name from commerce.sales_order
    where account_id = ${ctx.account.id} and ${salesOrderIs.open('status')} and deleted_at is null
    order by id desc offset 3 limit 1`.execute(ctx.em.query());
  const { rows: picks } = await sql<Known>`select id, 'Pick ' || number as name from commerce.pick
    where account_id = ${ctx.account.id} and finished_at is null and deleted_at is null
    order by id desc limit 1`.execute(ctx.em.query());
  const { rows: customers } = await sql<Known>`select id, name from commerce.customer
    where account_id = ${ctx.account.id} order by number limit 1`.execute(ctx.em.query());
  const talk = async (
    [found]: readonly Known[],
    type: string,
    path: string,
    comments: DemoConversation['comments'],
  ): Promise<void> => {
    if (!found) return;
    const record = { type, id: found.id };
    await createDemoComments(ctx, { record, label: found.name, path: `/dashboard/${path}/${found.id}`, comments });
  };
  await talk(orders, 'sales_order', 'sales-orders', [
    { by: 'Marcus Bell', text: '@Renata Ortiz did they confirm the date?' },
    { by: 'Renata Ortiz', text: '@Marcus Bell yes, by phone this morning. Half of it may follow a week later.' },
    { by: 'Ada Whitfield', text: 'Then let us ship what is there on Thursday.' },
  ]);
  await talk(picks, 'pick', 'picks', [
    { by: 'Marcus Bell', text: '@Station Floor 1 please count that place again, and @Ada Whitfield for information.' },
  ]);
  await talk(customers, 'customer', 'customers', [
    { by: 'Renata Ortiz', text: 'Their dock closes at 2. Call Dana before noon: https://maps.example.com/dock-4' },
  ]);
}
