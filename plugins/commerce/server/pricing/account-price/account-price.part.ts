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

const view = projection<typeof accountPrices.row, EndpointRequest<typeof listAccountPrices>['query']>(
  accountPrices.row,
  {
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
  },
);

/** The unit that a body means; an empty one stands for the default unit of the item. */
function unitOf(price: { perUnitID?: string | null | undefined } | undefined, itemID: string | null | undefined) {
  if (price?.perUnitID) return { unitID: price.perUnitID };
  return price && itemID ? { unitID: '' } : {};
}

/** What is stored of a body. A bare price is per the default unit of the item, which is found when it is judged. */
function stored(ctx: AccountContext, { recipientAccountID, unitValue, minimumQuantity, ...body }: Body) {
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
    ...(price ? { unitValue: String(price.value) } : {}),
    ...unitOf(price, body.itemID),
    ...(minimumQuantity === undefined
      ? {}
      : { minimumQuantity: minimumQuantity === null ? null : String(minimumQuantity) }),
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
const own = (to: string, column: string): Reference => ({ to, what, table: 'commerce.account_price', column });
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
    own('customer', 'customer_id'),
    own('account_group', 'account_group_id'),
    own('item', 'item_id'),
    own('product_line', 'product_line_id'),
    { ...own('unit', 'unit_id'), item: 'item_id' },
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
