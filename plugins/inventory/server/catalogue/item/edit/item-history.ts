import type { QuantityAnswer } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  auditAll,
  emit,
  emitAll,
  type FieldChange,
  fieldFacts,
  indexRecord,
} from '@millwright/core/server';
import {
  type Item,
  type ItemType,
  itemChanged,
  itemCreated,
  itemDeleted,
  itemFields,
  productChanged,
  productCreated,
  productDeleted,
} from '../../../../contracts/index.ts';
import { itemKinds } from '../reference/item-kinds.ts';

/** Identity of an item, with its SKU for people. */
export interface NamedItem {
  type: ItemType;
  id: string;
  sku: string;
}

const recordOf = ({ type, id }: Pick<NamedItem, 'type' | 'id'>) => ({ type: itemKinds[type].recordType, id });

const amountText = (amount: QuantityAnswer | null): string | null => amount && `${amount.measure} ${amount.unit}`;

/** Attributes as text: 'Color: Black, Size: L'. */
const attributesText = (attributes: readonly { name: string; property: { name: string } }[]): string | null =>
  attributes.map(({ name, property }) => `${property.name}: ${name}`).join(', ') || null;

/** The fields that history and events report as changed, with values for people. */
export const itemFactsOf = (item: Item) => ({
  sku: item.sku,
  description: item.description,
  productType: item.productType,
  unitValue: item.unitValue.value,
  unitCost: item.unitCost?.value ?? null,
  attributes: attributesText(item.attributes),
  orderPoint: amountText(item.orderPoint),
  leadTime: amountText(item.leadTime),
  unitGroup: item.unitGroup.name,
  defaultUnit: item.defaultUnit.name,
  ...fieldFacts(itemFields, item),
});

/** Products have older events of their own; the other types share one event each. */
export function tellCreated(ctx: AccountContext, { type, id, sku }: NamedItem): void {
  const record = recordOf({ type, id });
  audit(ctx, { record, action: 'created' });
  if (type === 'product') emit(ctx, productCreated, { itemID: id, sku }, record);
  else emit(ctx, itemCreated, { itemID: id, sku, type }, record);
}

export function tellItemsChanged(ctx: AccountContext, { type, id, sku }: NamedItem, changes: FieldChange[]): void {
  const record = recordOf({ type, id });
  const fields = changes.map(({ field }) => field);
  audit(ctx, { record, action: 'updated', changes });
  if (type === 'product') emit(ctx, productChanged, { itemID: id, sku, fields }, record);
  else emit(ctx, itemChanged, { itemID: id, sku, type, fields }, record);
}

export function tellDeleted(ctx: AccountContext, { type, id, sku }: NamedItem): void {
  const record = recordOf({ type, id });
  audit(ctx, { record, action: 'deleted', note: sku });
  if (type === 'product') emit(ctx, productDeleted, { itemID: id, sku }, record);
  else emit(ctx, itemDeleted, { itemID: id, sku, type }, record);
}

/** The search entry of an item. */
export const searchedItem = ({
  type,
  id,
  sku,
  description,
  manufacturer,
  manufacturerPartNumber,
}: NamedItem & Pick<Item, 'description' | 'manufacturer' | 'manufacturerPartNumber'>) => ({
  ...recordOf({ type, id }),
  title: sku,
  subtitle: description || undefined,
  text: [manufacturer, manufacturerPartNumber].filter(Boolean).join(' '),
});

export const indexItem = (ctx: AccountContext, item: Item): Promise<void> => indexRecord(ctx, searchedItem(item));

/** The same for many items of one type, in two statements. */
export async function tellAllCreated(ctx: AccountContext, items: readonly NamedItem[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  await auditAll(
    ctx,
    items.map((item) => ({ record: recordOf(item), action: 'created' })),
  );
  const events = items.map(({ type, id, sku }) => ({
    payload: { itemID: id, sku, type },
    aggregate: recordOf({ type, id }),
  }));
  if (first.type === 'product') await emitAll(ctx, productCreated, events.map(withoutType));
  else await emitAll(ctx, itemCreated, events);
}

export async function tellAllChanged(
  ctx: AccountContext,
  items: readonly (NamedItem & { changes: FieldChange[] })[],
): Promise<void> {
  const [first] = items;
  if (!first) return;
  await auditAll(
    ctx,
    items.map((item) => ({ record: recordOf(item), action: 'updated', changes: item.changes })),
  );
  const events = items.map(({ type, id, sku, changes }) => ({
    payload: { itemID: id, sku, type, fields: changes.map(({ field }) => field) },
    aggregate: recordOf({ type, id }),
  }));
  if (first.type === 'product') await emitAll(ctx, productChanged, events.map(withoutType));
  else await emitAll(ctx, itemChanged, events);
}

export async function tellAllDeleted(ctx: AccountContext, items: readonly NamedItem[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  await auditAll(
    ctx,
    items.map((item) => ({ record: recordOf(item), action: 'deleted', note: item.sku })),
  );
  const events = items.map(({ type, id, sku }) => ({
    payload: { itemID: id, sku, type },
    aggregate: recordOf({ type, id }),
  }));
  if (first.type === 'product') await emitAll(ctx, productDeleted, events.map(withoutType));
  else await emitAll(ctx, itemDeleted, events);
}

/** Events of products have no `type`. */
const withoutType = <Payload extends { type: ItemType }, Aggregate>({
  payload: { type: _, ...payload },
  aggregate,
}: {
  payload: Payload;
  aggregate: Aggregate;
}) => ({ payload, aggregate });
