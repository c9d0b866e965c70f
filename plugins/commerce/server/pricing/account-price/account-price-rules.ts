import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { AccountPrice } from './account-price.entity.ts';

interface Found {
  hasRecipient: boolean;
  hasItem: boolean;
  defaultUnitID: string | null;
  hasProductLine: boolean;
  isCurrency: boolean;
  hasUnit: boolean;
  isUnitOfItem: boolean;
  hasLinks: boolean;
}

/**
 * Refuses a price with unknown references, and one that could never apply; sets the default unit of its item.
 * @throws Problem 400 naming each field
 */
export async function refuseUnfitPrice(
  ctx: AccountContext,
  price: AccountPrice,
  body: {
    categoryIDs?: string[] | undefined;
    attributeIDs?: string[] | undefined;
    unitValue?: number | { unitID?: string | null | undefined } | undefined;
  },
): Promise<void> {
  const { itemID = null, productLineID = null, unitID = null, startDate, endDate } = price;
  const account = ctx.account.id;
  const currencyID = (typeof body.unitValue === 'object' && body.unitValue.unitID) || null;
  const recipientID = price.customer?.id ?? price.accountGroup?.id;
  const { rows } = await sql<Found>`select
      exists (select from commerce.customer where account_id = ${account} and id = ${recipientID}
        union all select from commerce.account_group
          where account_id = ${account} and id = ${recipientID}) as "hasRecipient",
      item.id is not null as "hasItem", item.default_unit_id as "defaultUnitID",
      exists (select from inventory.v_product_lines
        where account_id = ${account} and id = ${productLineID}) as "hasProductLine",
      ${currencyID}::text is null or exists (select from inventory.v_units
        where account_id = ${account} and id = ${currencyID} and name = 'dollar') as "isCurrency",
      exists (select from inventory.v_units where account_id = ${account} and id = ${unitID || null}) as "hasUnit",
      exists (select from inventory.v_group_units own where own.account_id = ${account}
        and own.unit_group_id = item.unit_group_id and own.unit_id = ${unitID || null}) as "isUnitOfItem",
      exists (select from commerce.account_price_category where account_id = ${account}
        and account_price_id = ${price.id}
        and ${body.categoryIDs === undefined}
        union all select from commerce.account_price_attribute where account_id = ${account}
        and account_price_id = ${price.id} and ${body.attributeIDs === undefined}) as "hasLinks"
    from (select) one left join inventory.v_items item on item.account_id = ${account} and item.id = ${itemID}
      and item.type = 'product'`.execute(ctx.em.query());
  const found = rows[0] as Found;
  const errors: FieldError[] = [];
  const fault = (path: string, message: string) => errors.push({ path, message });
  if (!found.hasRecipient) fault('recipientAccountID', 'There is no such customer or group');
  if (itemID && !found.hasItem) fault('itemID', 'There is no such product');
  if (productLineID && !found.hasProductLine) fault('productLineID', 'There is no such product line');
  const isNarrowed =
    itemID ?? productLineID ?? (body.categoryIDs?.length || body.attributeIDs?.length || found.hasLinks);
  if (!isNarrowed) fault('itemID', 'Name an item, a product line, categories or attributes');
  if (!found.isCurrency) fault('unitValue.unitID', 'Prices are in the unit dollar');
  if (unitID) {
    if (!found.hasUnit) fault('unitValue.perUnitID', 'There is no such unit');
    else if (found.hasItem && !found.isUnitOfItem)
      fault('unitValue.perUnitID', 'The item cannot be measured in this unit');
  } else if (found.defaultUnitID) price.unitID = found.defaultUnitID;
  else if (!itemID) fault('unitValue', 'Say per which unit: the price is for no single item');
  if (startDate && endDate && startDate > endDate) fault('endDate', 'Must not be before the start date');
  if (errors.length) throw problems.invalid_input({ errors });
}
