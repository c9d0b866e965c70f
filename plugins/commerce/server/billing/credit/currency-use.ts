import { type CurrencyUse, CurrencyUsePort } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** Finds documents and prices of commerce with an amount, because they prevent a change of the currency. */
export class CommerceInCurrency extends CurrencyUsePort {
  async firstUse(ctx: AccountContext): Promise<CurrencyUse | null> {
    const account = ctx.account.id;
    const { rows } = await sql<CurrencyUse>`
      (select 'Order ' || number as name, 'sales_order' as type, id, true as "isDocument" from commerce.sales_order sold
        where account_id = ${account} and deleted_at is null and exists (select from commerce.sales_order_line line
          where line.account_id = sold.account_id and line.order_id = sold.id and line.unit_price <> 0)
        order by created_at, id limit 1)
      union all (select 'Purchase order ' || number, 'purchase_order', id, true from commerce.purchase_order
        where account_id = ${account} and deleted_at is null and total <> 0 order by created_at, id limit 1)
      union all (select 'Invoice ' || number, 'invoice', id, true from commerce.invoice
        where account_id = ${account} order by created_at, id limit 1)
      union all (select 'Transaction ' || number, 'transaction', id, true from commerce.transaction
        where account_id = ${account} order by created_at, id limit 1)
      union all (select 'The price of a customer', 'account_price', id, false from commerce.account_price
        where account_id = ${account} order by created_at, id limit 1)
      union all (select 'The price of a supplier', 'supplier', supplier_id, false from commerce.supplier_material
        where account_id = ${account} and coalesce(unit_price, last_cost, 0) <> 0 order by created_at, id limit 1)
      union all (select 'Order discount ' || name, 'order_discount', id, false from commerce.order_discount
        where account_id = ${account} and coalesce(amount, minimum_order_total) is not null
        order by created_at, id limit 1)
      union all (select 'The freight rate ' || rate.name, 'freight_rate', rate.id, false
        from commerce.freight_rate_step step
        join commerce.freight_rate rate on rate.account_id = step.account_id and rate.id = step.freight_rate_id
        where step.account_id = ${account} and (step.amount <> 0 or step.per_pound <> 0)
        order by step.created_at, step.id limit 1)
      union all (select 'The shipping term ' || name, 'shipping_term', id, false from commerce.shipping_term
        where account_id = ${account} and (flat_rate <> 0 or minimum_order_value <> 0) order by created_at, id limit 1)
      union all (select 'A sales target', 'sales_target', id, false from core.v_sales_targets
        where account_id = ${account} and amount <> 0 order by created_at, id limit 1)
      limit 1`.execute(ctx.em.query());
    return rows[0] ?? null;
  }
}
