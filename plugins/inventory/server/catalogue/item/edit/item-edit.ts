import type { BulkAnswer, BulkPreview } from '@millwright/core/contracts';
import { decimal } from '@millwright/core/contracts';
import {
  type AccountContext,
  bulkEdit,
  type Changes,
  type EditedField,
  editedFields,
  emit,
  indexRecords,
  previewBulk,
  runBulk,
  sql,
  touched,
} from '@millwright/core/server';
import {
  bulkItemFields,
  bulkProductFields,
  type ItemFilter,
  type ItemType,
  itemChanged,
  type ProductFilter,
  productChanged,
} from '../../../../contracts/index.ts';
import { findItemIDs } from '../item.queries.ts';
import { itemKinds, listsOf } from '../reference/item-kinds.ts';
import { itemReferencesOf } from '../reference/item-references.ts';
import { searchedItem } from './item-history.ts';
import { foundItems } from './item-restoration.ts';

/** A number without the trailing zeros of its column. */
const plain = (value: string): string => decimal(value).toFixed();

const amountText = (column: string) => sql`(select trim_scale(own.${sql.ref(column)})::text || ' ' || unit.name
  from inventory.unit unit where unit.account_id = own.account_id and unit.id = own.${sql.ref(`${column}_unit_id`)})`;

/** A subquery over the default unit, to which prices and order points refer. */
const ofDefaultUnit = (value: ReturnType<typeof sql>) => sql`(select ${value} from inventory.unit_conversion conversion
  where conversion.account_id = own.account_id and conversion.id = own.default_conversion_id)`;
const ofDay = (value: ReturnType<typeof sql>) => sql`(select ${value} from inventory.unit_group time_group
  join inventory.unit_conversion conversion on conversion.account_id = time_group.account_id
    and conversion.unit_group_id = time_group.id
  join inventory.unit day on day.account_id = conversion.account_id and day.id = conversion.unit_id
    and day.name = 'day' and day.is_built_in
  where time_group.account_id = own.account_id order by time_group.name <> 'Time', time_group.name limit 1)`;

/** The unit and the base quantity of an entered amount; both are cleared with it. */
const amountColumns = (column: string, of: typeof ofDay): NonNullable<EditedField['follows']> => ({
  [`${column}_unit_id`]: (wanted) => sql`case when ${wanted} is not null then ${of(sql`conversion.unit_id`)} end`,
  [`base_${column}`]: (wanted) => of(sql`${wanted} * conversion.numerator / conversion.denominator`),
});

const fieldsOf = (type: ItemType): EditedField[] => [
  { name: 'unitValue', label: 'Price', column: 'unit_value', type: 'numeric', shown: plain },
  { name: 'unitCost', label: 'Cost', column: 'unit_cost', type: 'numeric', shown: plain },
  {
    name: 'orderPoint',
    label: 'Order point',
    column: 'order_point',
    type: 'numeric',
    reads: amountText('order_point'),
    follows: amountColumns('order_point', ofDefaultUnit),
  },
  {
    name: 'leadTime',
    label: 'Lead time',
    column: 'lead_time',
    type: 'numeric',
    reads: amountText('lead_time'),
    shown: (value) => `${value} day`,
    follows: amountColumns('lead_time', ofDay),
  },
  ...(type === 'product'
    ? editedFields(bulkProductFields, itemReferencesOf(type))
    : editedFields(bulkItemFields, itemReferencesOf(type))),
];

const refusal = (changes: Changes) => {
  const wanted = (name: string, column: string) =>
    name in changes ? sql`${changes[name] ?? null}::text::date` : sql`own.${sql.ref(column)}`;
  const wantedPoint = sql`${changes['orderPoint'] ?? null}::text::numeric`;
  const orderPoint = sql`${wantedPoint} * conversion.numerator / conversion.denominator`;
  return sql`case when ${wanted('startDate', 'start_date')} > ${wanted('endDate', 'end_date')}
      then ${'endDate' in changes ? 'It starts later' : 'It ends earlier'}::text
    when ${ofDefaultUnit(sql`${orderPoint} <> round(${orderPoint}, 6)`)}
      then 'Its smallest unit cannot hold this order point' end`;
};

const editOf = (type: ItemType) => {
  const { plural, recordType } = itemKinds[type];
  return bulkEdit({
    action: `${plural}.edit`,
    recordType,
    permission: `${plural}:update`,
    table: 'inventory.item',
    label: 'sku',
    fields: fieldsOf(type),
    visible: sql`own.type = ${type}`,
    refusal,
    async written(ctx, ids, names) {
      const items = await foundItems(ctx, ids);
      const fields = [...names];
      for (const { id: itemID, sku } of items)
        if (type === 'product') emit(ctx, productChanged, { itemID, sku, fields }, { type: 'product', id: itemID });
        else emit(ctx, itemChanged, { itemID, sku, type, fields }, { type: recordType, id: itemID });
      await ctx.em.flush();
      if (names.includes('manufacturer')) await indexRecords(ctx, items.map(searchedItem));
      touched(ctx, ...listsOf(type));
    },
  });
};

/** Bulk edits by item type. */
export const itemEdits = {
  product: editOf('product'),
  part: editOf('part'),
  material: editOf('material'),
  supply: editOf('supply'),
};

interface Selection {
  itemIDs?: string[] | undefined;
  filter?: ItemFilter | ProductFilter | undefined;
}

const selected = async (ctx: AccountContext, type: ItemType, { itemIDs, filter }: Selection): Promise<string[]> =>
  itemIDs ?? findItemIDs(ctx, type, filter ?? {});

/** Edits many items; more than 2,000 by a change set. */
export const editItems = async (
  ctx: AccountContext,
  type: ItemType,
  { changes, ...selection }: Selection & { changes: object },
): Promise<BulkAnswer> =>
  runBulk(ctx, itemEdits[type], {
    ids: await selected(ctx, type, selection),
    title: (count) => `Change ${count} ${itemKinds[type].plural}`,
    options: { changes },
  });

/** Previews the edit. */
export const previewEditItems = async (
  ctx: AccountContext,
  type: ItemType,
  { changes, ...selection }: Selection & { changes: object },
): Promise<BulkPreview> =>
  previewBulk(ctx, itemEdits[type], { ids: await selected(ctx, type, selection), options: { changes } });
