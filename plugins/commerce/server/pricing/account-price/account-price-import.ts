import { decimal } from '@millwright/core/contracts';
import {
  type AccountContext,
  type NamedRecord,
  type PlainDraft,
  type PlainField,
  type PlainRows,
  type PlainValues,
  plainTextField,
  sql,
} from '@millwright/core/server';
import { createAccountPriceBody } from '../../../contracts/index.ts';
import { ruleTargets } from '../linked-records.ts';

const { shape } = createAccountPriceBody;
const owner = 'account_price_id';

/** Criteria of a price besides item and product line. */
export const accountPriceLinks = {
  categories: { table: 'commerce.account_price_category', owner, ...ruleTargets.categories },
  attributes: { table: 'commerce.account_price_attribute', owner, ...ruleTargets.attributes },
} as const;
const { categories, attributes } = accountPriceLinks;

/** A unit that an item can be measured in. */
interface ItemUnit extends NamedRecord {
  sku: string;
  isDefault: boolean;
}

interface Known {
  /** Ids of prices by identity. */
  ids: ReadonlyMap<string, string>;
  units: ReadonlyMap<string, readonly ItemUnit[]>;
}

const listOf = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
const joined = (names: readonly string[]): string => [...names].sort().join(';');

interface Identity {
  recipient: string;
  sku: string;
  productLine: string;
  categories: readonly string[];
  attributes: readonly string[];
  minimumQuantity: string;
  startDate: string;
}

/** Identity of a price: recipient, criteria, minimum quantity and dates. Rows with the same identity are one price. */
const identityOf = (price: Identity): string => {
  const { recipient, sku, productLine, minimumQuantity, startDate } = price;
  const least = minimumQuantity && decimal(minimumQuantity).toFixed();
  const names = [recipient, sku, productLine, joined(price.categories), joined(price.attributes), least, startDate];
  return names.join('\n').toLowerCase();
};

const textOf = ({ rows }: PlainRows, field: string): string => {
  const value = rows[0]?.fields[field];
  return typeof value === 'string' ? value.trim() : '';
};

/** The identity of a row's price; undefined for an unreadable number, which is reported at its field. */
function identityOfRow(record: PlainRows): string | undefined {
  const minimumQuantity = textOf(record, 'minimumQuantity');
  if (minimumQuantity && !/^\d{1,12}(?:\.\d{1,6})?$/.test(minimumQuantity)) return undefined;
  return identityOf({
    recipient: textOf(record, 'customer') || textOf(record, 'customerGroup'),
    sku: textOf(record, 'sku'),
    productLine: textOf(record, 'productLine'),
    categories: listOf(textOf(record, 'categories')),
    attributes: listOf(textOf(record, 'attributes')),
    minimumQuantity,
    startDate: textOf(record, 'startDate'),
  });
}

interface StoredPrice extends Omit<Identity, 'recipient' | 'attributes'> {
  id: string;
  recipients: string[];
  attributes: { name: string; title: string }[];
}

/** Prices of the recipients in the rows, the newest last. */
async function pricesOf(ctx: AccountContext, recipients: readonly string[]): Promise<StoredPrice[]> {
  const lower = recipients.map((text) => text.toLowerCase());
  const { rows } = await sql<StoredPrice>`select price.id,
      array_remove(array[customer.number, customer.name, grouped.name], null) as recipients,
      coalesce(item.sku, '') as sku,
      coalesce(line.name, '') as "productLine", coalesce(price.minimum_quantity::text, '') as "minimumQuantity",
      coalesce(price.start_date::text, '') as "startDate",
      array(select category.name from commerce.account_price_category own
        join inventory.v_categories category on category.account_id = own.account_id and category.id = own.category_id
        where own.account_id = price.account_id and own.account_price_id = price.id) as categories,
      (select coalesce(json_agg(json_build_object('name', attribute.name, 'title', attribute.title)), '[]')
        from commerce.account_price_attribute own
        join inventory.v_attributes attribute
          on attribute.account_id = own.account_id and attribute.id = own.attribute_id
        where own.account_id = price.account_id and own.account_price_id = price.id) as attributes
    from commerce.account_price price
    left join commerce.customer customer on customer.account_id = price.account_id and customer.id = price.customer_id
    left join commerce.account_group grouped
      on grouped.account_id = price.account_id and grouped.id = price.account_group_id
    left join inventory.v_items item on item.account_id = price.account_id and item.id = price.item_id
    left join inventory.v_product_lines line on line.account_id = price.account_id and line.id = price.product_line_id
    where price.account_id = ${ctx.account.id} and (lower(customer.number) = any(${lower}::text[])
      or lower(customer.name) = any(${lower}::text[]) or lower(grouped.name) = any(${lower}::text[]))
    order by price.created_at, price.id`.execute(ctx.em.query());
  return rows;
}

async function unitsOf(ctx: AccountContext, skus: readonly string[]): Promise<ItemUnit[]> {
  const lower = skus.map((sku) => sku.toLowerCase());
  const { rows } =
    await sql<ItemUnit>`select item.sku, unit.id, unit.name, unit.id = item.default_unit_id as "isDefault"
    from inventory.v_items item
    join inventory.v_group_units own on own.account_id = item.account_id and own.unit_group_id = item.unit_group_id
    join inventory.v_units unit on unit.account_id = own.account_id and unit.id = own.unit_id
    where item.account_id = ${ctx.account.id}
      and (item.lower_sku = any(${lower}::text[]) or item.sku = any(${[...skus]}::text[]))
    order by unit.name`.execute(ctx.em.query());
  return rows;
}

async function known(ctx: AccountContext, records: readonly PlainRows[]): Promise<Known> {
  const recipients = records.flatMap((record) => [textOf(record, 'customer'), textOf(record, 'customerGroup')]);
  const ids = new Map<string, string>();
  for (const price of await pricesOf(ctx, [...new Set(recipients.filter(Boolean))]))
    for (const recipient of price.recipients)
      for (const form of ['name', 'title'] as const)
        ids.set(identityOf({ ...price, recipient, attributes: price.attributes.map((each) => each[form]) }), price.id);
  const skus = [...new Set(records.map((record) => textOf(record, 'sku')).filter(Boolean))];
  return { ids, units: Map.groupBy(await unitsOf(ctx, skus), ({ sku }) => sku) };
}

const isEmpty = (value: PlainValues[string] | undefined): boolean => plainTextField(value) === null;

/** Checks fields that depend on each other, as the API does. */
function complete(_ctx: AccountContext, { values, fault, record }: PlainDraft, { units }: Known): void {
  if (isEmpty(values['customer']) === isEmpty(values['customerGroup']))
    fault('customer', 'Name a customer or a customer group, not both');
  if (['sku', 'productLine', 'categories', 'attributes'].every((name) => isEmpty(values[name])))
    fault('sku', 'Name an item, a product line, categories or attributes');
  const sku = plainTextField(values['sku']);
  const productUnits = typeof sku === 'string' ? units.get(sku) : undefined;
  const unit = values['unit'] as NamedRecord | null;
  if (productUnits && unit && !productUnits.some(({ id }) => id === unit.id))
    fault('unit', `The item can be measured in ${productUnits.map(({ name }) => name).join(', ')} only`);
  const usual = productUnits?.find(({ isDefault }) => isDefault);
  if (!unit && usual) values['unit'] = { id: usual.id, name: usual.name };
  else if (!unit && textOf(record, 'unit') === '' && !textOf(record, 'sku'))
    fault('unit', 'Say per which unit: the price is for no single item');
  const [from, to] = [values['startDate'], values['endDate']];
  if (typeof from === 'string' && typeof to === 'string' && from > to)
    fault('endDate', 'Must not be before the start date');
}

const titleOf = (values: PlainValues): string => {
  const [customer, group, ...what] = [
    'customer',
    'customerGroup',
    'sku',
    'productLine',
    'categories',
    'attributes',
  ].map((name) => plainTextField(values[name]));
  return `${customer ?? group ?? ''}: ${what.filter((text) => text !== null).join(', ')}`;
};

/** A label with everything that distinguishes two prices. */
function labelOf(values: PlainValues): string {
  const [least, first] = [plainTextField(values['minimumQuantity']), plainTextField(values['startDate'])];
  return `${titleOf(values)}${least === null ? '' : `, from ${least}`}${first === null ? '' : `, since ${first}`}`;
}

/** Import of customer prices: created, or changed if a price of the same identity exists. */
export const accountPriceImport = {
  name: 'account-prices',
  title: 'Customer prices',
  description:
    'Creates customer prices, or changes those for the same customer, products, minimum quantity and first day.',
  domain: 'customer_prices',
  words: ['customer price', 'customer prices'] as const,
  keys: ['customer', 'customerGroup'],
  within: ['sku', 'productLine', 'categories', 'attributes', 'minimumQuantity', 'startDate'],
  fields: [
    {
      name: 'customer',
      label: 'Customer',
      kind: 'reference',
      column: 'customer_id',
      reference: { recordType: 'customer', by: ['number', 'name'], canCreate: false },
      refersTo: { table: 'commerce.customer', what: 'customer', by: ['number'] },
      synonyms: ['customer number', 'customer name', 'account'],
      description: 'Number or name; a group instead where the price is for all of it.',
      example: 'C-1001',
    },
    {
      name: 'customerGroup',
      label: 'Customer group',
      kind: 'reference',
      column: 'account_group_id',
      reference: { recordType: 'account_group', by: ['name'], canCreate: false },
      refersTo: { table: 'commerce.account_group', what: 'customer group' },
      synonyms: ['group', 'price group', 'customer type'],
      example: '',
    },
    {
      name: 'sku',
      label: 'SKU',
      kind: 'reference',
      column: 'item_id',
      reference: { recordType: 'product', by: ['sku'], canCreate: false },
      refersTo: { table: 'inventory.v_items', what: 'product', called: 'sku' },
      synonyms: ['item', 'product', 'item number', 'product code'],
      example: 'WG-100',
    },
    {
      name: 'productLine',
      label: 'Product line',
      kind: 'reference',
      column: 'product_line_id',
      reference: { recordType: 'product_line', by: ['name'], canCreate: false },
      refersTo: { table: ruleTargets.productLines.to, what: 'product line' },
      synonyms: ['line'],
      example: '',
    },
    {
      name: 'categories',
      label: 'Categories',
      kind: 'reference',
      longest: 10_000,
      reference: { recordType: 'category', by: ['name'], canCreate: false },
      refersTo: { table: categories.to, what: 'category' },
      links: { table: categories.table, owner, target: categories.target },
      synonyms: ['category'],
      description: 'Names, apart by semicolons; the product is in one of them.',
      example: '',
    },
    {
      name: 'attributes',
      label: 'Attributes',
      kind: 'reference',
      longest: 10_000,
      reference: { recordType: 'attribute', by: ['name'], canCreate: false },
      refersTo: { table: attributes.to, what: 'attribute', called: attributes.called, by: ['name'] },
      links: { table: attributes.table, owner, target: attributes.target },
      synonyms: ['attribute'],
      description: 'Names, or property and name as in Color: Black, apart by semicolons.',
      example: '',
    },
    {
      name: 'unitValue',
      label: 'Price',
      kind: 'decimal',
      column: 'unit_value',
      isNeeded: true,
      schema: shape.unitValue,
      synonyms: ['unit price', 'customer price', 'unit value', 'net price'],
      example: '4.25',
    },
    {
      name: 'unit',
      label: 'Unit',
      kind: 'reference',
      column: 'unit_id',
      reference: { recordType: 'unit', by: ['name'], canCreate: false },
      refersTo: { table: ruleTargets.units.to, what: 'unit' },
      synonyms: ['per unit', 'price unit', 'uom', 'unit of measure'],
      description: "Of the price; without one the item's default unit.",
      example: 'pair',
    },
    {
      name: 'minimumQuantity',
      label: 'Minimum quantity',
      kind: 'decimal',
      column: 'minimum_quantity',
      schema: shape.minimumQuantity,
      synonyms: ['min quantity', 'min qty', 'from quantity', 'quantity break'],
      description: 'Least quantity of a line, in the unit of the price.',
      example: '',
    },
    {
      name: 'startDate',
      label: 'Start',
      kind: 'date',
      column: 'start_date',
      schema: shape.startDate,
      synonyms: ['start date', 'valid from', 'from'],
      example: '2026-01-01',
    },
    {
      name: 'endDate',
      label: 'End',
      kind: 'date',
      column: 'end_date',
      schema: shape.endDate,
      synonyms: ['end date', 'valid to', 'valid until', 'expires', 'to'],
      example: '',
    },
  ] as PlainField[],
  labelOf,
  document: (values: PlainValues) => ({ title: titleOf(values), text: '' }),
  known,
  find: (records: readonly PlainRows[], { ids }: Known) =>
    new Map(
      records.flatMap((record): [string, string][] => {
        const id = ids.get(identityOfRow(record) ?? '');
        return id ? [[record.key, id]] : [];
      }),
    ),
  complete,
};
