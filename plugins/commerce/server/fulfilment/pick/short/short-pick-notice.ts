import { type AccountContext, notify, sql } from '@millwright/core/server';
import type { z } from 'zod';
import type { pickCameShort } from '../../../../contracts/index.ts';
import { pickRecord } from '../../../sales/order-picks/pick-record.ts';
import type { ShortPickProps } from './short-pick-email.tsx';

/** The notification type that members of the team can choose. */
export const shortPickNotification = {
  code: 'short_pick',
  name: 'Short picks',
  description: 'When less is found than was planned for an order whose sales rep you are, or whose pick you released.',
} as const;

interface ShortPick {
  number: string;
  orderNumber: string;
  customerName: string;
  repID: string | null;
  releasedByID: string | null;
}

/** Tells the sales rep and the person who released the pick that goods were not found. */
export async function tellOfShortPick(
  ctx: AccountContext,
  { pickID, lines }: z.output<typeof pickCameShort.payload>,
): Promise<void> {
  const { rows } = await sql<ShortPick>`select pick.number, sold.number as "orderNumber",
      sold.customer_name as "customerName", sold.sales_rep_id as "repID", pick.released_by_id as "releasedByID"
    from commerce.pick pick
    join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
    where pick.account_id = ${ctx.account.id} and pick.id = ${pickID} and pick.deleted_at is null`.execute(
    ctx.em.query(),
  );
  const [pick] = rows;
  if (!pick) return;
  const { rows: missing } = await sql<{ text: string }>`select
      concat(trim_scale(round(gone.quantity * line.quantity / line.base_quantity, 6)), ' ', line.unit_name, ' of ',
        line.sku) as text
    from unnest(${lines.map(({ orderLineID }) => orderLineID)}::text[], ${lines.map(
      ({ quantity }) => quantity,
    )}::numeric[]) as gone (line_id, quantity)
    join commerce.sales_order_line line on line.account_id = ${ctx.account.id} and line.id = gone.line_id
    order by line.line_item_number`.execute(ctx.em.query());
  if (!missing.length) return;
  const { number, orderNumber, customerName, repID, releasedByID } = pick;
  const props: ShortPickProps = { number, orderNumber, customerName, missing: missing.map(({ text }) => text) };
  await notify(ctx, {
    kind: shortPickNotification.code,
    to: { members: [repID, releasedByID] },
    record: pickRecord(pickID),
    title: `Order ${orderNumber} for ${customerName} is short`,
    text: props.missing.map((text) => `${text} not found`).join(', '),
    key: `short_pick ${pickID}`,
    mail: { template: 'commerce.short-pick', props: { ...props } },
  });
}
