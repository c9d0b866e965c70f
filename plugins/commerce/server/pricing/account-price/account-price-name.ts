import { sql } from '@millwright/core/server';
import { linkedRecords } from '../linked-records.ts';
import { accountPriceLinks } from './account-price-import.ts';

/* Parts of statements over `commerce.account_price account_price`. */

/** The recipient of a price, as JSON. */
export const priceRecipient = sql`coalesce(
  (select json_build_object('id', customer.id, 'name', customer.name, 'type', 'customer')
    from commerce.customer customer
    where customer.account_id = account_price.account_id and customer.id = account_price.customer_id),
  (select json_build_object('id', grouped.id, 'name', grouped.name, 'type', grouped.type_code)
    from commerce.account_group grouped
    where grouped.account_id = account_price.account_id and grouped.id = account_price.account_group_id))`;

const called = (view: string, column: string, name: string) =>
  sql`(select json_build_object('id', other.id, 'name', other.${sql.ref(name)})
    from ${sql.table(view)} other
    where other.account_id = account_price.account_id and other.id = ${sql.ref(`account_price.${column}`)})`;

/** The subject of a price, as JSON: its item, product line, categories and attributes. */
export const priceTargets = {
  item: called('inventory.v_items', 'item_id', 'sku'),
  productLine: called('inventory.v_product_lines', 'product_line_id', 'name'),
  categories: linkedRecords('account_price', accountPriceLinks.categories),
  attributes: linkedRecords('account_price', accountPriceLinks.attributes),
};

const namesIn = (records: ReturnType<typeof sql>) =>
  sql`(select string_agg(each ->> 'name', ', ') from json_array_elements(${records}) each)`;
const { item, productLine, categories, attributes } = priceTargets;

/** Recipient and subject of the price: `Lakeside Outfitters: WG-100`. */
export const accountPriceName = sql<string>`(${priceRecipient} ->> 'name') || ': ' || concat_ws(', ',
  ${item} ->> 'name', ${productLine} ->> 'name', ${namesIn(categories)}, ${namesIn(attributes)})`;
