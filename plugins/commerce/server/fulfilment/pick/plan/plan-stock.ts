import { decimal, toColumn } from '@millwright/core/contracts';
import { type AccountContext, auditAll, evaluatedOnce, sql } from '@millwright/core/server';
import type { allocationCut, StockPort, stockChanged } from '@millwright/inventory/contracts';
import type { z } from 'zod';
import { pickRecord } from '../../../sales/order-picks/pick-record.ts';
import { lockedPicks, pickRefusal } from './open-pick.ts';
import { goodsText } from './pick-moves.ts';
import { planPicks } from './release-picks.ts';

/** Released picks with reserved stock of these items that is not planned yet. */
async function unplannedPicks(ctx: AccountContext, itemIDs: readonly string[]): Promise<string[]> {
  const unplanned = evaluatedOnce(sql`select demand.account_id, demand.source_id, demand.line_id
    from inventory.v_demands demand
    where demand.account_id = ${ctx.account.id} and demand.source_type = 'sales_order'
      and demand.item_id = any(${[...itemIDs]}::text[])
      and demand.reserved > (select coalesce(sum(aside.quantity), 0) from inventory.v_allocations aside
        where aside.account_id = ${ctx.account.id} and aside.source_type = 'sales_order'
          and aside.source_id = demand.source_id and aside.line_id = demand.line_id)`);
  const { rows } = await sql<{ id: string }>`select distinct pick.id from ${unplanned} demand
    join commerce.pick pick on pick.account_id = demand.account_id and pick.order_id = demand.source_id
    where pick.account_id = ${ctx.account.id} and pick.released_at is not null and pick.finished_at is null
      and pick.deleted_at is null and not demand.line_id = any(pick.held_line_ids)`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** Plans the short lines of released picks, because stock of these items may now be available. */
export async function planWhatCame(ctx: AccountContext, stock: StockPort, itemIDs: readonly string[]): Promise<void> {
  const waiting = await unplannedPicks(ctx, itemIDs);
  if (!waiting.length) return;
  const picks = await lockedPicks(ctx, waiting);
  await planPicks(
    ctx,
    stock,
    picks.filter((pick) => pickRefusal(pick) === undefined),
  );
}

/** Stock arrived or became free. */
export const onStockChanged =
  (stock: StockPort) =>
  (ctx: AccountContext, { itemIDs }: z.output<typeof stockChanged.payload>): Promise<void> =>
    planWhatCame(ctx, stock, itemIDs);

/** Orders were issued, changed or closed. Stock that they released may now serve other orders. */
export const onOrderChanged =
  (stock: StockPort) =>
  async (ctx: AccountContext, { orderID }: { orderID: string }): Promise<void> => {
    const { rows } = await sql<{ itemID: string }>`select distinct item_id as "itemID" from commerce.sales_order_line
      where account_id = ${ctx.account.id} and order_id = ${orderID} and product_type = 'sale'`.execute(ctx.em.query());
    await planWhatCame(
      ctx,
      stock,
      rows.map(({ itemID }) => itemID),
    );
  };

const causes = {
  count: 'a count found less',
  place_closed: 'the place was closed',
  lot_expired: 'the lot expired',
  reservation: 'the order has less reserved',
} as const;

/**
 * A count, a closed place, an expired lot or a lost reservation removed planned stock. Updates the picks and plans
 * other places.
 */
export const onAllocationCut =
  (stock: StockPort) =>
  async (ctx: AccountContext, { cause, cut }: z.output<typeof allocationCut.payload>): Promise<void> => {
    const orderParts = cut.filter(({ sourceType }) => sourceType === 'sales_order');
    if (!orderParts.length) return;
    const { rows } = await sql<{ pickID: string; sku: string; quantity: string }>`
      select pick.id as "pickID", line.sku, gone.quantity::text as quantity
      from unnest(${orderParts.map(({ lineID }) => lineID)}::text[],
          ${orderParts.map(({ quantity }) => quantity)}::numeric[]) as gone (line_id, quantity)
      join commerce.sales_order_line line on line.account_id = ${ctx.account.id} and line.id = gone.line_id
      join commerce.pick pick on pick.account_id = line.account_id and pick.order_id = line.order_id
      where pick.deleted_at is null`.execute(ctx.em.query());
    await auditAll(
      ctx,
      rows.map(({ pickID, sku, quantity }) => {
        const text = goodsText([{ sku, quantity: toColumn(decimal(quantity), 6) }]);
        return {
          record: pickRecord(pickID),
          action: 'plan_cut',
          note: `${text} not planned any more: ${causes[cause]}`,
        };
      }),
    );
    await planWhatCame(
      ctx,
      stock,
      orderParts.map(({ itemID }) => itemID),
    );
  };
