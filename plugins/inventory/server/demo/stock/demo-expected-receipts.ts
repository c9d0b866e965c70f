import { addDays } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, sql, todayOf } from '@millwright/core/server';
import type { ExpectedReceiptService } from '../../promises/supply/expected-receipt.service.ts';

const notes = ['Container 7, by ship', 'Weekly run', 'Confirmed by the mill', 'Back order of last month', null];
const receipts = 18;

/** Expected receipts, one of them late, so that the demo has promised dates with explanations. */
export async function createDemoExpectedReceipts(
  ctx: AccountContext,
  random: DemoRandom,
  expected: ExpectedReceiptService,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from inventory.item
    where account_id = ${ctx.account.id} and type = 'product' and product_type = 'sale'
    order by sku limit ${receipts * 2}`.execute(ctx.em.query());
  const today = todayOf(ctx);
  const items = rows.filter((_, index) => index % 2 === 0);
  await expected.createAll(
    ctx,
    items.map(({ id }, index) => ({
      itemID: id,
      quantity: random.integer(2, 24) * 5,
      expectedOn: addDays(today, index === 0 ? -3 : random.integer(2, 45)),
      note: random.pick(notes),
    })),
  );
}
