import type { EndpointRequest } from '@millwright/core/contracts';
import {
  type AccountContext,
  definePart,
  named,
  projection,
  type Reference,
  referenceAggregate,
  sql,
} from '@millwright/core/server';
import {
  accountPriceDeclarations,
  accountPrices,
  type createAccountPrice,
  listAccountPrices,
} from '../../../contracts/index.ts';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { createDemoAccountPrices } from '../pricing-demo.ts';
import { AccountPrice, AccountPriceAttribute, AccountPriceCategory } from './account-price.entity.ts';
import { accountPriceImport, accountPriceLinks } from './account-price-import.ts';
import { accountPriceName, priceRecipient, priceTargets } from './account-price-name.ts';
import { refuseUnfitPrice } from './account-price-rules.ts';

type Body = Partial<EndpointRequest<typeof createAccountPrice>['body']>;

const { categories, attributes } = accountPriceLinks;

const view = projection(accountPrices.row, {
  list: listAccountPrices,
  table: 'commerce.account_price',
  computed: {
    name: accountPriceName,
    recipientAccountID: sql`coalesce(account_price.customer_id, account_price.account_group_id)`,
    recipient: priceRecipient,
    customer: named('commerce.customer', 'account_price.customer_id'),
    ...priceTargets,
    unitValue: sql`json_build_object('id', 'rate_' || account_price.id || '.unitValue',
      'value', account_price.unit_value,
      'unitID', (select id from inventory.v_units dollar
        where dollar.account_id = account_price.account_id and dollar.name = 'dollar'),
      'perUnitID', account_price.unit_id, 'perUnit', (select unit.name from inventory.v_units unit
        where unit.account_id = account_price.account_id and unit.id = account_price.unit_id))`,
  },
  search: [accountPriceName],
  sortable: { unitValue: 'account_price.unit_value' },
  filters: {
    recipientAccountID: (id) => sql<boolean>`${id} in (account_price.customer_id, account_price.account_group_id)`,
    itemIDs: (ids) => sql<boolean>`account_price.item_id = any(${ids}::text[])`,
    productLineIDs: (ids) => sql<boolean>`account_price.product_line_id = any(${ids}::text[])`,
    validOn: (day) => sql<boolean>`${day}::date between coalesce(account_price.start_date, '-infinity')
      and coalesce(account_price.end_date, 'infinity')`,
  },
  order: ['name', ['createdAt', 'desc']],
});

/** The unit in a request; an empty text means the item's default unit. */
function unitOf(price: { perUnitID?: string | null | undefined } | undefined, itemID: string | null | undefined) {
  if (price?.perUnitID) return { unitID: price.perUnitID };
  return price && itemID ? { unitID: '' } : {};
}

/** Stored values of a request body. A bare price is per the item's default unit, which is determined on validation. */
function stored(ctx: AccountContext, { recipientAccountID, unitValue, ...body }: Body) {
  const { categoryIDs: _categories, attributeIDs: _attributes, ...columns } = body;
  const price = typeof unitValue === 'number' ? { value: unitValue } : unitValue;
  const isOfCustomer = recipientAccountID?.startsWith('cus_');
  return {
    ...columns,
    ...(recipientAccountID
      ? {
          customer: isOfCustomer ? ctx.em.reference(Customer, recipientAccountID) : null,
          accountGroup: isOfCustomer ? null : ctx.em.reference(AccountGroup, recipientAccountID),
        }
      : {}),
    ...(price ? { unitValue: price.value } : {}),
    ...unitOf(price, body.itemID),
  };
}

const crud = referenceAggregate({
  entity: AccountPrice,
  table: 'commerce.account_price',
  endpoints: accountPrices,
  view,
  lists: [listAccountPrices],
  fields: [
    'recipient',
    'item',
    'productLine',
    'categories',
    'attributes',
    'unitValue',
    'minimumQuantity',
    'startDate',
    'endDate',
  ],
  facts: (price) => ({
    ...price,
    recipient: price.recipient.name,
    item: price.item?.name ?? null,
    productLine: price.productLine?.name ?? null,
    categories: price.categories.map((each) => each.name).join(', ') || null,
    attributes: price.attributes.map((each) => each.name).join(', ') || null,
    unitValue: `${price.unitValue.value} per ${price.unitValue.perUnit}`,
  }),
  subtitle: ({ unitValue }) => `${unitValue.value} per ${unitValue.perUnit}`,
  links: [
    { field: 'categoryIDs', ...categories },
    { field: 'attributeIDs', ...attributes },
  ],
  data: stored,
  refuse: refuseUnfitPrice,
  import: accountPriceImport,
});

const what = ['customer price', 'customer prices'] as const;
const priceReference = (to: string, column: string): Reference => ({
  to,
  what,
  table: 'commerce.account_price',
  column,
});
const through = (to: string, { table, target }: { table: string; target: string }): Reference => ({
  to,
  what,
  table,
  column: target,
});

export const accountPricePart = definePart({
  ...crud,
  entities: [...(crud.entities ?? []), AccountPriceCategory, AccountPriceAttribute],
  ...accountPriceDeclarations,
  references: [
    priceReference('customer', 'customer_id'),
    priceReference('account_group', 'account_group_id'),
    priceReference('item', 'item_id'),
    priceReference('product_line', 'product_line_id'),
    { ...priceReference('unit', 'unit_id'), item: 'item_id' },
    through('category', categories),
    through('attribute', attributes),
  ],
  demo: createDemoAccountPrices,
  samples: [
    {
      table: 'commerce.account_price',
      row: (ids) => ({
        customer_id: ids('commerce.customer'),
        product_line_id: 'pln_{label}',
        unit_value: '4.500000',
        unit_id: 'unit_{label}',
      }),
    },
    {
      table: categories.table,
      row: (ids) => ({ account_price_id: ids('commerce.account_price'), category_id: 'cat_{label}' }),
    },
    {
      table: attributes.table,
      row: (ids) => ({ account_price_id: ids('commerce.account_price'), attribute_id: 'att_{label}' }),
    },
  ],
});
