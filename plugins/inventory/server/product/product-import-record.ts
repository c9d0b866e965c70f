import type { ProductType, ProductUsagePort } from '../../contracts/index.ts';
import type { ProductLineService } from '../product-line/product-line.service.ts';
import type { UnitService } from '../unit/unit.service.ts';
import type { UnitGroupService } from '../unit-group/unit-group.service.ts';
import { productImportFields } from './product-import-fields.ts';

/** A product as an import writes it: columns, and the names of what they refer to. */
export interface ImportedProduct {
  sku: string;
  description: string;
  productType: ProductType;
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
  conversionID: string;
  unitName: string;
  unitGroupName: string;
}

/** A product as it stands. */
export interface StoredProduct extends ImportedProduct {
  id: string;
  type: string;
  version: number;
  groupID: string;
  unitID: string;
}

/** What taking an imported product back needs. */
export interface ProductUndo {
  sku: string;
  /** Version that the import left; any other was written later. */
  version: number;
  /** As it was; absent for a product that the import created. */
  before?: ImportedProduct | undefined;
  /** What was created for it, to be removed with it. */
  created?: { lineID?: string; groupID?: string; unitID?: string } | undefined;
}

/** What creating a product, or changing it, needs beside the row; names of what does not exist yet are created first. */
export interface ProductImportData {
  product: ImportedProduct;
  newLine?: string | undefined;
  newGroup?: { name: string; unit: string } | undefined;
  before?: StoredProduct | undefined;
}

/** What importing products needs of the catalogue's services. */
export interface ProductImportParts {
  lines: ProductLineService;
  groups: UnitGroupService;
  units: UnitService;
  usage: ProductUsagePort | undefined;
}

/** Fields as people read them in lists of changes and in the history, in this order. */
const shownFields: readonly { field: string; label: string; of(product: ImportedProduct): unknown }[] = [
  ...productImportFields.map(({ name, label }) => ({
    field: name,
    label,
    of: (product: ImportedProduct): unknown => {
      if (name === 'unitValue' || name === 'unitCost') return Number(product[name]);
      if (name === 'unitGroup') return product.unitGroupName;
      if (name === 'unit') return product.unitName;
      if (name === 'productLine') return product.productLineName;
      return product[name as keyof ImportedProduct];
    },
  })),
];

/** What changes between two states of a product. */
export const productChanges = (before: ImportedProduct | undefined, after: ImportedProduct) =>
  shownFields.flatMap(({ field, label, of }) => {
    const [from, to] = [before ? of(before) : null, of(after)];
    const isSame = before ? from === to : to === null || to === '';
    return isSame ? [] : [{ field, label, from, to }];
  });

/** Names that the history has for these fields, whoever changes them. */
export const historyName: Readonly<Record<string, string>> = { unit: 'defaultUnit' };
