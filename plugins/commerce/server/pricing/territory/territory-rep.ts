import type { AddressSnapshot } from '@millwright/core/contracts';
import { type AccountContext, sql, withoutCustomerPolicy } from '@millwright/core/server';
import { countryCodeOf } from '../../document/addresses/country-code.ts';

/** A five-digit US postal code; null for addresses in other countries. */
const zipcodeOf = (address: AddressSnapshot | null): number | null => {
  if (countryCodeOf(address?.country ?? '') !== 'US') return null;
  const digits = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(address?.postalCode ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};

/**
 * The sales rep of an order's destination. Precedence: a range of ZIP codes before a state, a matching product line
 * before none, a narrower area before a wider one. Null if no territory matches.
 */
export async function repOfTerritory(
  ctx: AccountContext,
  shipTo: AddressSnapshot | null,
  lines: readonly { itemID: string; productType: string; total: string }[],
): Promise<string | null> {
  const sold = lines
    .filter(({ productType }) => productType === 'sale')
    .map(({ itemID, total }) => ({ item_id: itemID, total }));
  const zipcode = zipcodeOf(shipTo);
  const { rows } = await withoutCustomerPolicy(ctx, () =>
    sql<{ id: string }>`select territory.sales_rep_id as id from commerce.territory territory
      join core.v_members rep on rep.account_id = territory.account_id and rep.id = territory.sales_rep_id
        and rep.customer_id is null and rep.removed_at is null
      where territory.account_id = ${ctx.account.id}
        and (territory.start_zipcode is null
          or ${zipcode}::int between territory.start_zipcode and territory.end_zipcode)
        and (territory.state is null or lower(territory.state) = lower(${shipTo?.state ?? null}::text))
        and (territory.product_line_id is null or territory.product_line_id = (
          select item.product_line_id
          from jsonb_to_recordset(${JSON.stringify(sold)}::text::jsonb) as sold(item_id text, total numeric)
          join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = sold.item_id
          group by item.product_line_id order by sum(sold.total) desc, item.product_line_id limit 1))
      order by territory.start_zipcode is null, territory.product_line_id is null,
        territory.end_zipcode - territory.start_zipcode, territory.state is null, territory.id
      limit 1`.execute(ctx.em.query()),
  );
  return rows[0]?.id ?? null;
}
