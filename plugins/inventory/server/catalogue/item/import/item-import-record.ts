import { decimal } from '@millwright/core/contracts';
import { fieldChanges } from '@millwright/core/server';
import { type ItemFieldValues, type ItemType, itemFields, type ProductType } from '../../../../contracts/index.ts';
import { itemImportFields, propertyField } from './item-import-fields.ts';
import type { itemImportParts } from './item-import-parts.ts';

/** What an imported item is in one property; an id is empty where the attribute is to be created. */
export interface ImportedAttribute {
  propertyID: string;
  property: string;
  attributeID: string;
  attribute: string;
}

/**
 * An item as an import writes it: columns, and the names of what they refer to; an id is null where it is to be
 * created.
 */
export interface ImportedItem extends ItemFieldValues {
  sku: string;
  description: string;
  productType: ProductType | null;
  /** Column texts, per default unit. */
  unitValue: string;
  unitCost: string;
  conversionID: string;
  unitName: string;
  unitGroupName: string;
  orderPoint: string | null;
  orderPointUnitID: string | null;
  orderPointUnit: string | null;
  baseOrderPoint: string | null;
  leadTime: string | null;
  leadTimeUnitID: string | null;
  leadTimeUnit: string | null;
  baseLeadTime: string | null;
  /** By name of the property. */
  attributes: ImportedAttribute[];
}

/** An item as it stands. */
export interface StoredItem extends ImportedItem {
  id: string;
  type: ItemType;
  version: number;
  groupID: string;
  unitID: string;
  isStocked: boolean;
}

/** What was created for an item, to be removed with it. */
export interface CreatedReferences {
  lineID?: string;
  groupID?: string;
  unitID?: string;
  categoryID?: string;
  /** Removed only where nothing has them by then. */
  attributeIDs?: string[];
  propertyIDs?: string[];
}

/** What taking an imported item back needs. */
export interface ItemUndo {
  sku: string;
  /** As it was; absent for an item that the import created. */
  before?: ImportedItem | undefined;
  created?: CreatedReferences | undefined;
}

/** What creating an item, or changing it, needs beside the row; names of what does not exist yet are created first. */
export interface ItemImportData {
  item: ImportedItem;
  newGroup?: { name: string; unit: string } | undefined;
  before?: StoredItem | undefined;
}

/** What importing items needs of the catalogue's services. */
export type ItemImportParts = typeof itemImportParts & { type: ItemType };

const amountText = (measure: string | null, unit: string | null): string | null =>
  measure === null ? null : `${decimal(measure).toString()} ${unit ?? ''}`;

type Fact = string | number | boolean | null;

/** What people read of an item beside its fields. */
const ownFacts: Readonly<Record<string, (item: ImportedItem) => Fact>> = {
  sku: ({ sku }) => sku,
  description: ({ description }) => description,
  productType: ({ productType }) => productType,
  unitGroup: ({ unitGroupName }) => unitGroupName,
  unit: ({ unitName }) => unitName,
  unitValue: ({ unitValue }) => Number(unitValue),
  unitCost: ({ unitCost }) => Number(unitCost),
  orderPoint: ({ orderPoint, orderPointUnit }) => amountText(orderPoint, orderPointUnit),
  leadTime: ({ leadTime, leadTimeUnit }) => amountText(leadTime, leadTimeUnit),
  [propertyField]: ({ attributes }) =>
    attributes.map(({ property, attribute }) => `${property}: ${attribute}`).join(', ') || null,
};

/** The columns of a file, with what is read of an item in those that are not among its fields. */
const shownFields = itemImportFields('product').map(({ name: field, label }) => ({
  field,
  label: field === propertyField ? 'Properties' : label,
  factOf: ownFacts[field],
}));

/** What changes between two states of an item, in the order of the columns of a file. */
export function importedItemChanges(
  before: ImportedItem | undefined,
  after: ImportedItem,
): { field: string; label: string; from: Fact; to: Fact }[] {
  const changes = fieldChanges(itemFields, before, after);
  const found: { field: string; label: string; from: Fact; to: Fact }[] = [];
  for (const { field, label, factOf } of shownFields) {
    if (!factOf) {
      const change = changes.find((each) => each.field === field);
      if (change) found.push(change);
      continue;
    }
    const [from, to] = [before ? factOf(before) : null, factOf(after)];
    if (before ? from !== to : to !== null && to !== '') found.push({ field, label, from, to });
  }
  return found;
}

/** Names that the history has for these fields, whoever changes them. */
export const historyName: Readonly<Record<string, string>> = { unit: 'defaultUnit' };
