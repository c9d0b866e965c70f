import type { EndpointRequest, FieldError } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type ProductImportRow, productImportRow, type validateProducts } from '../../../contracts/index.ts';
import { findUnits, type ImportNames, importNames } from '../item/import/item-import-names.ts';
import { datesFault } from '../item/import/item-importer.ts';
import type { Tables } from '../shared/tables.ts';

type Rows = EndpointRequest<typeof validateProducts>['body']['data'];

async function takenSKUs(ctx: AccountContext, skus: readonly string[]): Promise<ReadonlySet<string>> {
  if (!skus.length) return new Set();
  const taken = await ctx.em
    .query<Tables>()
    .selectFrom('inventory.item')
    .select('sku')
    .where('account_id', '=', ctx.account.id)
    .where('sku', '=', sql<string>`any(${[...skus]}::text[])`)
    .execute();
  return new Set(taken.map(({ sku }) => sku));
}

function faultsOf(row: ProductImportRow, names: ImportNames, isTaken: boolean, isRepeated: boolean): FieldError[] {
  const faults: FieldError[] = [];
  if (isTaken) faults.push({ path: 'sku', message: 'A product with this SKU exists already' });
  if (isRepeated) faults.push({ path: 'sku', message: 'This SKU stands in the file more than once' });
  return [...faults, ...findUnits(row, names).faults, ...datesFault(row.startDate, row.endDate)];
}

/** Checks rows of an import, five statements for any number of rows; nothing is written. */
export async function validateProductRows(ctx: AccountContext, data: Rows) {
  const parsed = data.map((row) => productImportRow.safeParse(row));
  const counts = new Map<string, number>();
  for (const { data: row } of parsed) if (row) counts.set(row.sku, (counts.get(row.sku) ?? 0) + 1);
  const taken = await takenSKUs(ctx, [...counts.keys()]);
  const names = await importNames(ctx, 'product');
  const items = parsed.map((result, row) => {
    const errors: FieldError[] = result.success
      ? faultsOf(result.data, names, taken.has(result.data.sku), (counts.get(result.data.sku) ?? 0) > 1)
      : result.error.issues.flatMap((issue) =>
          issue.code === 'unrecognized_keys'
            ? issue.keys.map((key) => ({ path: key, message: 'This column is not known here' }))
            : [{ path: issue.path.join('.'), message: issue.message }],
        );
    const sku = String(data[row]?.['sku'] ?? '').trim();
    return { row, sku, isValid: errors.length === 0, errors };
  });
  const validCount = items.filter(({ isValid }) => isValid).length;
  return { isValid: validCount === items.length, validCount, items };
}
