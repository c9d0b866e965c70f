import { decimal } from '@millwright/core/contracts';
import type { ItemType, ProductType } from '../../../../contracts/index.ts';
import type { UnitService } from '../../../units/unit/unit.service.ts';
import type { UnitGroupService } from '../../../units/unit-group/unit-group.service.ts';
import type { CategoryService } from '../../category/category.service.ts';
import type { ProductLineService } from '../../product-line/product-line.service.ts';
import { itemImportFields } from './item-import-fields.ts';

/** What an imported item is in one property; an id is empty where the attribute is to be created. */
export interface ImportedAttribute {
  propertyID: string;
  property: string;
  attributeID: string;
  attribute: string;
}

/** An item as an import writes it: columns, and the names of what they refer to. */
export interface ImportedItem {
  sku: string;
  description: string;
  productType: ProductType | null;
  manufacturer: string | null;
  manufacturerPartNumber: string | null;
  notes: string | null;
  /** Column texts, per default unit. */
  unitValue: string;
  unitCost: string;
  startDate: string | null;
  endDate: string | null;
  productLineID: string | null;
  productLineName: string | null;
  productGroupID: string | null;
  productGroupName: string | null;
  categoryID: string | null;
  categoryName: string | null;
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
  newLine?: string | undefined;
  newCategory?: string | undefined;
  newGroup?: { name: string; unit: string } | undefined;
  before?: StoredItem | undefined;
}

/** What importing items needs of the catalogue's services. */
export interface ItemImportParts {
  type: ItemType;
  lines: ProductLineService;
  categories: CategoryService;
  groups: UnitGroupService;
  units: UnitService;
}

const amountText = (measure: string | null, unit: string | null): string | null =>
  measure === null ? null : `${decimal(measure).toString()} ${unit ?? ''}`;

/** Fields as people read them in lists of changes and in the history, in this order. */
const shownFields: readonly { field: string; label: string; of(item: ImportedItem): unknown }[] = itemImportFields(
  'product',
).map(({ name, label }) => ({
  field: name,
  label: name === 'attributes' ? 'Properties' : label,
  of: (item: ImportedItem): unknown => {
    if (name === 'unitValue' || name === 'unitCost') return Number(item[name]);
    if (name === 'unitGroup') return item.unitGroupName;
    if (name === 'unit') return item.unitName;
    if (name === 'productLine') return item.productLineName;
    if (name === 'productGroup') return item.productGroupName;
    if (name === 'category') return item.categoryName;
    if (name === 'orderPoint') return amountText(item.orderPoint, item.orderPointUnit);
    if (name === 'leadTime') return amountText(item.leadTime, item.leadTimeUnit);
    if (name === 'attributes')
      return item.attributes.map(({ property, attribute }) => `${property}: ${attribute}`).join(', ') || null;
    return item[name as keyof ImportedItem];
  },
}));

/** What changes between two states of an item. */
export const importedItemChanges = (before: ImportedItem | undefined, after: ImportedItem) =>
  shownFields.flatMap(({ field, label, of }) => {
    const [from, to] = [before ? of(before) : null, of(after)];
    const isSame = before ? from === to : to === null || to === '';
    return isSame ? [] : [{ field, label, from, to }];
  });

/** Names that the history has for these fields, whoever changes them. */
export const historyName: Readonly<Record<string, string>> = { unit: 'defaultUnit' };
