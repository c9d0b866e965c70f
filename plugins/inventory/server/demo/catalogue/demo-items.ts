import type { AccountContext, ParsedRow } from '@millwright/core/server';
import type { ItemType, ProductType } from '../../../contracts/index.ts';
import type { itemImportParts } from '../../catalogue/item/import/item-import-parts.ts';
import { itemImporter } from '../../catalogue/item/import/item-importer.ts';

/** Services for writing demo items. */
export type DemoItemParts = typeof itemImportParts;

/** A new item like a row of an import file: with names instead of ids, amounts in its default unit and in days. */
export interface DescribedItem {
  type: ItemType;
  sku: string;
  description: string;
  productType?: ProductType | undefined;
  manufacturer?: string | null | undefined;
  manufacturerPartNumber?: string | undefined;
  notes?: string | null | undefined;
  unitValue?: number | string | undefined;
  unitCost?: number | string | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  productLine?: string | undefined;
  productGroup?: string | undefined;
  category?: string | undefined;
  unit?: string | undefined;
  orderPoint?: number | undefined;
  leadTime?: number | undefined;
  attributes?: readonly (readonly [property: string, attribute: string])[] | undefined;
}

/** The demo has created all references of its items before, and no item twice. */
const choices = { onExisting: 'skip', createReferences: new Set<string>() } as const;

function rowOf({ type: _, attributes = [], ...cells }: DescribedItem, index: number): ParsedRow {
  const fields = Object.entries(cells).map(([field, value]) => [
    field,
    typeof value === 'number' ? String(value) : value,
  ]);
  return {
    row: index + 1,
    key: cells.sku,
    fields: Object.fromEntries(fields),
    errors: [],
    extras: attributes.map(([heading, value]) => ({ cell: heading, heading, value })),
  };
}

/** Writes items as an import does: a fixed number of statements for all items of a type. */
export async function writeDemoItems(
  ctx: AccountContext,
  parts: DemoItemParts,
  items: readonly DescribedItem[],
): Promise<void> {
  for (const [type, own] of Map.groupBy(items, (item) => item.type)) {
    const importer = itemImporter({ ...parts, type });
    const records = own.map((item, index) => ({ key: item.sku, rows: [rowOf(item, index)] }));
    const verdicts = await importer.check(ctx, records, choices);
    const refused = verdicts.flatMap(({ key, effect, errors }) =>
      effect === 'create' ? [] : [`${key}: ${errors.map(({ message }) => message).join(', ') || effect}`],
    );
    if (refused.length) throw new Error(`The demo cannot create ${refused.join('; ')}`);
    await importer.apply(
      ctx,
      verdicts.map((verdict, index) => ({ ...verdict, rows: records[index]?.rows ?? [] })),
      choices,
    );
  }
}
