import { type AccountContext, addDemoFile, backdate, drawDemoPage, sql } from '@millwright/core/server';
import { salesOrderRecord } from '../sales/sales-order/record/sales-order-history.ts';
import { salesOrderIs } from '../states/states.ts';

/** A line as by hand, in millimeters. */
const signature = Array.from(
  { length: 36 },
  (_, step) => [35 + step * 1.6, 62 + Math.sin(step * 0.9) * (9 - step / 5)] as const,
);

/** The signed order that a customer has sent back, on the newest open order. */
export async function createDemoSignedOrder(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{ id: string; number: string; customerName: string }>`select id, number,
      customer_name as "customerName"
    from commerce.sales_order where account_id = ${ctx.account.id} and ${salesOrderIs.open('status')}
      and deleted_at is null
    order by id desc limit 1`.execute(ctx.em.query());
  const [order] = rows;
  if (!order) return;
  const bytes = drawDemoPage(
    `Order ${order.number}`,
    [
      `Ordered by ${order.customerName}`,
      `from ${ctx.account.name}`,
      '',
      'We order what is listed above, on the terms agreed.',
    ],
    [
      [
        [20, 55],
        [100, 55],
      ],
      signature,
    ],
  );
  // The file comes now, after all that the demo has written of earlier days.
  backdate(ctx, 0);
  await addDemoFile(ctx, salesOrderRecord(order.id), {
    name: `Order ${order.number} signed.pdf`,
    bytes,
    note: 'Came by mail this morning',
    isShared: true,
  });
}
