import { type CurrencyUse, CurrencyUsePort } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** Items with a price or a cost, and stock with a value: they prevent a change of the currency. */
export class ItemsInCurrency extends CurrencyUsePort {
  async firstUse(ctx: AccountContext): Promise<CurrencyUse | null> {
    const { rows } = await sql<CurrencyUse>`select 'The price of ' || item.sku as name, item.type as type, item.id,
        false as "isDocument"
      from inventory.item item
      where item.account_id = ${ctx.account.id}
        and (item.unit_value <> 0 or item.unit_cost <> 0 or exists (select from inventory.item_position stock
          where stock.account_id = item.account_id and stock.item_id = item.id and stock.value <> 0))
      order by item.created_at, item.id limit 1`.execute(ctx.em.query());
    return rows[0] ?? null;
  }
}
