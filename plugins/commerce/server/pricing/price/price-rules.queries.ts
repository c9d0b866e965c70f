import { type AccountContext, sql, withoutCustomerPolicy } from '@millwright/core/server';
import type { RawBuilder } from 'kysely';
import type { PriceRules } from '../../../contracts/index.ts';
import { accountPriceName } from '../account-price/account-price-name.ts';

/** Attributes of a rule, grouped by property. */
const attributesBy = (link: string, owner: string, id: string) => sql`(select coalesce(json_agg(grouped.ids), '[]')
  from (select json_agg(attribute.id order by attribute.id) as ids from ${sql.table(link)} own
    join inventory.v_attributes attribute on attribute.account_id = own.account_id and attribute.id = own.attribute_id
    where own.account_id = ${sql.ref(`${owner}.account_id`)} and ${sql.ref(`own.${id}`)} = ${sql.ref(`${owner}.id`)}
    group by attribute.property_id order by attribute.property_id) grouped)`;

const idsOf = (link: string, owner: string, id: string, target: string) =>
  sql`array(select ${sql.ref(`own.${target}`)} from ${sql.table(link)} own
    where own.account_id = ${sql.ref(`${owner}.account_id`)} and ${sql.ref(`own.${id}`)} = ${sql.ref(`${owner}.id`)})`;

/** Ids of prices for a customer, with their kind of recipient. */
const pricesOfCustomer = sql`
  select 'customer' as recipient, own.id from commerce.account_price own
    where own.account_id = customer.account_id and own.customer_id = customer.id
  union all select 'parent', own.id from core.v_parties party
    join commerce.account_price own on own.account_id = party.account_id and own.customer_id = party.parent_id
    where party.account_id = customer.account_id and party.id = customer.id
  union all select 'price_group', own.id from commerce.customer_price_group member
    join commerce.account_price own on own.account_id = member.account_id
      and own.account_group_id = member.account_group_id
    where member.account_id = customer.account_id and member.customer_id = customer.id
  union all select 'customer_type', own.id from commerce.account_price own
    where own.account_id = customer.account_id and own.account_group_id = customer.customer_type_group_id`;

const categoriesOfPrice = idsOf('commerce.account_price_category', 'account_price', 'account_price_id', 'category_id');

const pricing = (link: string, target: string) =>
  idsOf(`commerce.volume_discount_${link}`, 'discount', 'volume_discount_id', target);

const volumeDiscounts = sql`(select coalesce(json_agg(json_build_object('id', discount.id, 'name', discount.name,
    'productLineIDs', ${pricing('product_line', 'product_line_id')},
    'categoryIDs', ${pricing('category', 'category_id')},
    'unitIDs', ${pricing('unit', 'unit_id')},
    'attributes', ${attributesBy('commerce.volume_discount_attribute', 'discount', 'volume_discount_id')},
    'appliesToCustomerPrices', discount.applies_to_customer_prices,
    'tiers', (select coalesce(json_agg(json_build_object('id', tier.id, 'name', tier.name,
        'discountPercentage', tier.discount_percentage::text, 'threshold', tier.threshold::text)
        order by tier.threshold), '[]')
      from commerce.volume_discount_tier tier
      where tier.account_id = discount.account_id and tier.volume_discount_id = discount.id))
    order by discount.id), '[]')
  from commerce.volume_discount discount
  where discount.account_id = customer.account_id
    and (not exists (select from commerce.volume_discount_group member
        where member.account_id = discount.account_id and member.volume_discount_id = discount.id)
      or exists (select from commerce.volume_discount_group member
        where member.account_id = discount.account_id and member.volume_discount_id = discount.id
          and (member.account_group_id = customer.customer_type_group_id
            or member.account_group_id in (select own.account_group_id from commerce.customer_price_group own
              where own.account_id = customer.account_id and own.customer_id = customer.id)))))`;

/** Price rules of items; `found` lists their recipients and ids. */
const pricesOf = (
  found: RawBuilder<unknown>,
  { accountID, itemIDs, today }: { accountID: RawBuilder<unknown>; itemIDs: readonly string[]; today: string },
) =>
  sql`(select coalesce(json_agg(json_build_object('id', account_price.id, 'name', ${accountPriceName},
      'recipient', found.recipient, 'itemID', account_price.item_id,
      'productLineID', account_price.product_line_id,
      'categoryIDs', ${categoriesOfPrice},
      'attributes', ${attributesBy('commerce.account_price_attribute', 'account_price', 'account_price_id')},
      'unitValue', account_price.unit_value::text, 'unitID', account_price.unit_id,
      'minimumQuantity', account_price.minimum_quantity::text, 'startDate', account_price.start_date,
      'endDate', account_price.end_date) order by account_price.created_at desc, account_price.id desc), '[]')
    from (${found}) found
    join commerce.account_price account_price on account_price.account_id = ${accountID}
      and account_price.id = found.id
    where (account_price.item_id is null or account_price.item_id = any(${[...itemIDs]}::text[]))
      and coalesce(account_price.end_date >= ${today}::date, true))`;

/** Prices of a customer group for these items from today on: the highest price that its members pay. */
export async function priceRulesOfGroup(
  ctx: AccountContext,
  groupID: string,
  itemIDs: readonly string[],
  today: string,
): Promise<PriceRules> {
  const accountID = sql`${ctx.account.id}::text`;
  const found = sql`select 'price_group' as recipient, own.id from commerce.account_price own
    where own.account_id = ${accountID} and own.account_group_id = ${groupID}`;
  const { rows } = await withoutCustomerPolicy(ctx, () =>
    sql<Pick<PriceRules, 'prices'>>`select ${pricesOf(found, { accountID, itemIDs, today })} as prices`.execute(
      ctx.em.query(),
    ),
  );
  return { prices: rows[0]?.prices ?? [], volumeDiscounts: [] };
}

/**
 * All rules that can set or reduce prices of these items for these customers from today on, in one statement; unknown
 * customers are missing. Also used for portal customers, who do not see the rules.
 */
export async function priceRulesOf(
  ctx: AccountContext,
  customerIDs: readonly string[],
  itemIDs: readonly string[],
  today: string,
): Promise<Map<string, PriceRules>> {
  if (!customerIDs.length) return new Map();
  const { rows } = await withoutCustomerPolicy(ctx, () =>
    sql<PriceRules & { customerID: string }>`select customer.id as "customerID",
        ${pricesOf(pricesOfCustomer, { accountID: sql.ref('customer.account_id'), itemIDs, today })} as prices,
        ${volumeDiscounts} as "volumeDiscounts"
      from commerce.customer customer
      where customer.account_id = ${ctx.account.id} and customer.id = any(${[...customerIDs]}::text[])`.execute(
      ctx.em.query(),
    ),
  );
  return new Map(rows.map(({ customerID, ...rules }) => [customerID, rules]));
}
