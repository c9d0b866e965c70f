import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { StockKeys } from '../../../../contracts/index.ts';
import { lockPositions } from '../../../stock/ledger/plan/positions.ts';
import { holdFacts } from '../../../stock/ledger/plan/stock-facts.queries.ts';

/** Holds the supply of documents; answers the items of what they bring and want. */
async function holdSupply(ctx: AccountContext, documents: NonNullable<StockKeys['documents']>): Promise<string[]> {
  const named = sql`(select * from unnest(${listed(documents.map(({ type }) => type))},
    ${listed(documents.map(({ id }) => id))}))`;
  const { rows } = await sql<{ itemID: string }>`with held as (
      select supply.item_id from inventory.supply supply where supply.account_id = ${ctx.account.id}
        and (supply.source_type, supply.source_id) in ${named} order by supply.id for no key update)
    select item_id as "itemID" from held
    union select demand.item_id from inventory.demand demand where demand.account_id = ${ctx.account.id}
      and (demand.source_type, demand.source_id) in ${named}`.execute(ctx.em.query());
  return rows.map(({ itemID }) => itemID);
}

/** See `StockPort.hold`. */
export async function holdStock(
  ctx: AccountContext,
  { itemIDs, locationIDs = [], documents = [] }: StockKeys,
): Promise<void> {
  const supplyItemIDs = documents.length ? await holdSupply(ctx, documents) : [];
  const { items } = await holdFacts(ctx, { itemIDs: [...itemIDs, ...supplyItemIDs], locationIDs, lotIDs: [] });
  const stocked = [...items.values()].filter(({ isStock }) => isStock).map(({ id }) => ({ itemID: id }));
  if (stocked.length) await lockPositions(ctx, stocked);
}
