import { type AccountContext, type ImportFieldDeclaration, sql } from '@millwright/core/server';

/** Columns of an import of suppliers' items; names equal those of the API if it has the field. */
export const supplierMaterialImportFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'supplier',
    label: 'Supplier',
    kind: 'reference',
    isRequired: true,
    longest: 200,
    reference: { recordType: 'supplier', by: ['number', 'name'], canCreate: false },
    synonyms: [
      'supplier number',
      'supplier name',
      'supplier id',
      'supplier code',
      'vendor',
      'vendor number',
      'vendor name',
      'vendor id',
      'vendor code',
      'business entity id',
    ],
    description: 'Number or name of a supplier that exists.',
    example: 'S-1042',
  },
  {
    name: 'sku',
    label: 'SKU',
    longest: 100,
    synonyms: [
      'item',
      'item number',
      'item sku',
      'product',
      'product number',
      'product id',
      'material',
      'part',
      'code',
    ],
    description: 'Of an item of any type. An item is supplied once by each supplier.',
    example: 'HIDE-COW',
  },
  {
    name: 'supplierPartNumber',
    label: 'Supplier part number',
    longest: 100,
    synonyms: [
      'part number',
      'supplier part',
      'supplier sku',
      'supplier item',
      'vendor part number',
      'vendor part',
      'vendor sku',
      'catalog number',
    ],
    description: 'What the supplier calls it.',
    example: 'SH-100-A',
  },
  {
    name: 'supplierDescription',
    label: 'Supplier description',
    synonyms: ['description', 'vendor description', 'supplier item description'],
    example: 'Cow hide, grade A',
  },
  {
    name: 'unit',
    label: 'Unit',
    longest: 100,
    synonyms: ['unit of measure', 'uom', 'purchase unit', 'order unit'],
    description:
      "A unit of the item's group; prices and the least quantity are said in it. " +
      "The item's default unit where the row does not say.",
    example: 'each',
  },
  {
    name: 'unitPrice',
    label: 'Unit price',
    kind: 'decimal',
    synonyms: ['price', 'standard price', 'list price', 'purchase price', 'supplier price', 'vendor price', 'cost'],
    example: '12.50',
  },
  {
    name: 'leadTimeDays',
    label: 'Lead time in days',
    kind: 'integer',
    synonyms: ['lead time', 'average lead time', 'lead time days', 'delivery time', 'days'],
    example: '14',
  },
  {
    name: 'minimumOrderQuantity',
    label: 'Minimum order quantity',
    kind: 'decimal',
    synonyms: ['minimum', 'minimum quantity', 'min order quantity', 'min order', 'min quantity', 'moq'],
    example: '100',
  },
  {
    name: 'lastCost',
    label: 'Last cost',
    kind: 'decimal',
    synonyms: ['last price', 'last receipt cost', 'last purchase price', 'last purchase cost'],
    example: '',
  },
  {
    name: 'lastPurchasedOn',
    label: 'Last purchased on',
    kind: 'date',
    synonyms: ['last purchased', 'last purchase', 'last purchase date', 'last receipt date', 'last receipt'],
    example: '',
  },
  {
    name: 'isActive',
    label: 'Active',
    kind: 'boolean',
    synonyms: ['is active', 'active flag', 'enabled'],
    description: 'yes where the row does not say.',
    example: 'yes',
  },
];

/** An item of a supplier from an import, with amounts in column form. */
export interface ImportedMaterial {
  supplierPartNumber: string | null;
  supplierDescription: string | null;
  isActive: boolean;
  unitID: string;
  /** Name of the unit. */
  unit: string;
  unitPrice: string | null;
  leadTimeDays: number | null;
  minimumOrderQuantity: string | null;
  lastCost: string | null;
  lastPurchasedOn: string | null;
}

/** A stored item of a supplier. */
export interface StoredMaterial extends ImportedMaterial {
  id: string;
  supplierID: string;
  itemID: string;
  version: number;
}

/** Data for writing a row. */
export interface MaterialImportData {
  supplierID: string;
  itemID: string;
  sku: string;
  material: ImportedMaterial;
  before?: StoredMaterial | undefined;
}

/** Data for undoing a row. */
export interface MaterialUndo {
  supplierID: string;
  itemID: string;
  sku: string;
  /** `HIDE-COW of Superior Hides` */
  label: string;
  /** The previous state; absent if the import created it. */
  before?: StoredMaterial | undefined;
}

type Fact = string | number | boolean | null;
const number = (text: string | null): number | null => (text === null ? null : Number(text));

const facts: readonly { field: string; label: string; of(material: ImportedMaterial): Fact }[] = [
  { field: 'supplierPartNumber', label: 'Supplier part number', of: (material) => material.supplierPartNumber },
  { field: 'supplierDescription', label: 'Supplier description', of: (material) => material.supplierDescription },
  { field: 'unit', label: 'Unit', of: ({ unit }) => unit },
  { field: 'unitPrice', label: 'Unit price', of: ({ unitPrice }) => number(unitPrice) },
  { field: 'leadTimeDays', label: 'Lead time in days', of: ({ leadTimeDays }) => leadTimeDays },
  {
    field: 'minimumOrderQuantity',
    label: 'Minimum order quantity',
    of: ({ minimumOrderQuantity }) => number(minimumOrderQuantity),
  },
  { field: 'lastCost', label: 'Last cost', of: ({ lastCost }) => number(lastCost) },
  { field: 'lastPurchasedOn', label: 'Last purchased on', of: ({ lastPurchasedOn }) => lastPurchasedOn },
  { field: 'isActive', label: 'Active', of: ({ isActive }) => isActive },
];

/** Changes between two states; for a new one all filled fields. */
export const materialChanges = (before: ImportedMaterial | undefined, after: ImportedMaterial) =>
  facts
    .map(({ field, label, of }) => ({ field, label, from: before ? of(before) : null, to: of(after) }))
    .filter(({ from, to }) => from !== to);

/** Columns written by an import. */
export const materialColumns = ({ unit: _, ...material }: ImportedMaterial) => ({
  supplier_part_number: material.supplierPartNumber,
  supplier_description: material.supplierDescription,
  is_active: material.isActive,
  unit_id: material.unitID,
  unit_price: material.unitPrice,
  lead_time_days: material.leadTimeDays,
  minimum_order_quantity: material.minimumOrderQuantity,
  last_cost: material.lastCost,
  last_purchased_on: material.lastPurchasedOn,
});

/** Stored items of these suppliers. */
export async function storedMaterials(
  ctx: AccountContext,
  { supplierIDs, itemIDs }: { supplierIDs: readonly string[]; itemIDs: readonly string[] },
): Promise<StoredMaterial[]> {
  const { rows } = await sql<StoredMaterial>`select supplied.id, supplied.supplier_id as "supplierID",
      supplied.item_id as "itemID", supplied.version, supplied.supplier_part_number as "supplierPartNumber",
      supplied.supplier_description as "supplierDescription", supplied.is_active as "isActive",
      supplied.unit_id as "unitID", unit.name as unit, supplied.unit_price as "unitPrice",
      supplied.lead_time_days as "leadTimeDays", supplied.minimum_order_quantity as "minimumOrderQuantity",
      supplied.last_cost as "lastCost", supplied.last_purchased_on::text as "lastPurchasedOn"
    from commerce.supplier_material supplied
    left join inventory.v_units unit on unit.account_id = supplied.account_id and unit.id = supplied.unit_id
    where supplied.account_id = ${ctx.account.id} and supplied.supplier_id = any(${[...supplierIDs]}::text[])
      and supplied.item_id = any(${[...itemIDs]}::text[])`.execute(ctx.em.query());
  return rows;
}
