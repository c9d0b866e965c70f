import {
  booleanText,
  bulkAnswer,
  endpoint,
  filterValue,
  listOf,
  listQuery,
  noContent,
  productTypes,
  repeated,
  shownShare,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { itemChanges, itemEditEndpoints } from './item-bulk.contract.ts';
import { productOnlyFields } from './item-field-table.ts';
import {
  changedItemFields,
  datesError,
  datesInOrder,
  itemDetailFields,
  itemFilters,
  itemRowFields,
  itemSelection,
  itemSorts,
  itemTypes,
  newItemFields,
} from './item-fields.ts';

/** An item of any type in lists. */
export const itemRow = z.object({
  ...itemRowFields,
  type: z.enum(itemTypes),
  /** Null for items that are not products, as are the fields below. */
  productType: z.enum(productTypes).nullable(),
  margin: shownShare.nullable(),
  ...productOnlyFields.reply,
});
export type ItemRow = z.output<typeof itemRow>;

/** One item of any type. */
export const item = itemRow.extend(itemDetailFields);
export type Item = z.output<typeof item>;

/** Body of the endpoints that create a part, a material or a supply. */
export const createItemBody = z.strictObject(newItemFields).refine(datesInOrder, datesError);
export type CreateItemInput = z.output<typeof createItemBody>;

/** Body of the endpoints that change an item: the fields of every type. */
export const updateItemBody = z.strictObject(changedItemFields).refine(datesInOrder, datesError);
export type UpdateItemInput = z.output<typeof updateItemBody>;

/** Text search and filters of a list of one type, for bulk actions over everything that matches. */
export const itemFilter = z.strictObject({ query: filterValue(singleLine(200)), ...itemFilters });
export type ItemFilter = z.output<typeof itemFilter>;

/**
 * Items of all types, by SKU or by the requested order. `types` narrows them; `query` matches parts of SKU,
 * description, manufacturer and manufacturer part number. `onlyInitialSubassemblies` selects items made by the first
 * steps of production flows; 400 if production is not installed.
 */
export const listItems = endpoint({
  name: 'listItems',
  method: 'GET',
  path: '/v1/items',
  permission: 'items:read',
  summary: 'Lists items of all types.',
  query: listQuery({
    sortBy: ['type', ...itemSorts],
    filters: {
      ...itemFilters,
      types: repeated(z.enum(itemTypes, { error: `Must be one of ${itemTypes.join(', ')}` })),
      onlyInitialSubassemblies: booleanText,
    },
  }),
  reply: listOf(itemRow),
});

/** One item, whatever its type. */
export const getItem = endpoint({
  name: 'getItem',
  method: 'GET',
  path: '/v1/items/{itemID}',
  permission: 'items:read',
  summary: 'Reads an item.',
  reply: item,
});

/** Changes the fields that every item type has. */
export const updateItem = endpoint({
  name: 'updateItem',
  method: 'PATCH',
  path: '/v1/items/{itemID}',
  permission: 'items:update',
  summary: 'Changes an item.',
  body: updateItemBody,
  reply: item,
});

/** Sets an attribute of an item; it replaces the item's attribute of the same property. */
export const putItemAttribute = endpoint({
  name: 'putItemAttribute',
  method: 'PUT',
  path: '/v1/items/{itemID}/attributes/{attributeID}',
  permission: 'items:update',
  summary: 'Gives an item an attribute.',
  reply: item,
});

/** Removes an attribute from an item. */
export const deleteItemAttribute = endpoint({
  name: 'deleteItemAttribute',
  method: 'DELETE',
  path: '/v1/items/{itemID}/attributes/{attributeID}',
  permission: 'items:update',
  summary: 'Takes an attribute from an item.',
  reply: noContent,
});

/** Puts an item into a category; 409 `category_type_mismatch` for a category of the other kind. */
export const putItemCategory = endpoint({
  name: 'putItemCategory',
  method: 'PUT',
  path: '/v1/items/{itemID}/categories/{categoryID}',
  permission: 'items:update',
  summary: 'Puts an item into a category.',
  reply: item,
});

/** The endpoints of an item type other than product: `/v1/parts`, `/v1/materials`, `/v1/supplies`. */
export function itemEndpoints<
  const Type extends 'part' | 'material' | 'supply',
  const Plural extends string,
  const Name extends string,
>(type: Type, plural: Plural, name: Name, names: string) {
  const row = z.object({ ...itemRowFields, type: z.literal(type) });
  const one = row.extend(itemDetailFields);
  const list = `/v1/${plural}` as const;
  const single = `/v1/${plural}/{itemID}` as const;
  const edits = itemEditEndpoints(plural, names, itemFilter, itemChanges);
  return {
    type,
    prefix: 'itm',
    words: [type, plural] as const,
    row,
    item: one,
    /** By SKU, or by the requested order. */
    list: endpoint({
      name: `list${names}`,
      method: 'GET',
      path: list,
      permission: `${plural}:read`,
      summary: `Lists ${plural}.`,
      query: listQuery({ sortBy: itemSorts, filters: itemFilters }),
      reply: listOf(row),
    }),
    get: endpoint({
      name: `get${name}`,
      method: 'GET',
      path: single,
      permission: `${plural}:read`,
      summary: `Reads a ${type}.`,
      reply: one,
    }),
    /** 409 `duplicate` if any item has the SKU. */
    create: endpoint({
      name: `create${name}`,
      method: 'POST',
      path: list,
      permission: `${plural}:create`,
      summary: `Creates a ${type}.`,
      body: createItemBody,
      reply: one,
    }),
    update: endpoint({
      name: `update${name}`,
      method: 'PATCH',
      path: single,
      permission: `${plural}:update`,
      summary: `Changes a ${type}.`,
      body: updateItemBody,
      reply: one,
    }),
    /** 409 `in_use` with the references. */
    remove: endpoint({
      name: `delete${name}`,
      method: 'DELETE',
      path: single,
      permission: `${plural}:delete`,
      summary: `Deletes a ${type}.`,
      reply: noContent,
    }),
    /** Deletes the items without references and lists the others with the reason; above 2,000 items by a change set. */
    bulkDelete: endpoint({
      name: `bulkDelete${names}`,
      method: 'POST',
      path: `/v1/${plural}/actions/bulk-delete`,
      isLong: true,
      permission: `${plural}:delete`,
      summary: `Deletes many ${plural}.`,
      body: itemSelection(itemFilter),
      reply: bulkAnswer,
    }),
    /** Sets the same values on many items and lists the unchanged ones; undone as a whole. */
    bulkEdit: edits.edit,
    /** Previews the edit. */
    previewBulkEdit: edits.preview,
  };
}

/** Intermediate items in the production of products. */
export const partEndpoints = itemEndpoints('part', 'parts', 'Part', 'Parts');

/** Purchased items that production uses up. */
export const materialEndpoints = itemEndpoints('material', 'materials', 'Material', 'Materials');

/** Purchased items that are not part of any product, such as office supplies. */
export const supplyEndpoints = itemEndpoints('supply', 'supplies', 'Supply', 'Supplies');
