import type { EndpointRequest, FieldError } from '@millwright/core/contracts';
import { type AccountContext, matchHeadings } from '@millwright/core/server';
import { type ProductImportRow, productImportRow, type validateProducts } from '../../../contracts/index.ts';
import { likeSKUs } from '../item/edit/item-sku.ts';
import { itemImportFields, propertyField } from '../item/import/item-import-fields.ts';
import { type ImportNames, importedUnits, importNames, referenceOf } from '../item/import/item-import-names.ts';
import { datesFault } from '../item/import/item-importer.ts';
import { referenceFields } from '../item/reference/item-references.ts';

type Rows = EndpointRequest<typeof validateProducts>['body']['data'];

function faultsOf(
  row: ProductImportRow,
  names: ImportNames,
  taken: string | undefined,
  isRepeated: boolean,
): FieldError[] {
  const faults: FieldError[] = [];
  if (taken === row.sku) faults.push({ path: 'sku', message: 'A product with this SKU exists already' });
  else if (taken !== undefined)
    faults.push({ path: 'sku', message: `This SKU differs from ${taken} by upper and lower case only` });
  if (isRepeated) faults.push({ path: 'sku', message: 'This SKU stands in the file more than once' });
  const references = Object.entries(referenceFields.fields).map(([field, { to: kind }]) => {
    const text = row[field as keyof typeof referenceFields.fields];
    return text === undefined
      ? undefined
      : referenceOf(names.records, { kind, field, text, mayCreate: false }, (path, message) =>
          faults.push({ path, message }),
        );
  });
  const units = importedUnits(row, names, { suggestedBy: references });
  return [...faults, ...units.faults, ...datesFault(row.startDate, row.endDate)];
}

/** Rows under the names of fields, and under which heading each field stands. */
function underFields(data: Rows): { rows: Rows; headings: ReadonlyMap<string, string>; unknown: string[] } {
  const headings = [...new Set(data.flatMap((row) => Object.keys(row)))];
  const matched = matchHeadings(headings, itemImportFields('product'), { extraField: propertyField });
  const fields = headings.flatMap((heading, index): [string, string][] => {
    const field = matched[index]?.field;
    return field ? [[heading, field]] : [];
  });
  return {
    rows: data.map((row) =>
      Object.fromEntries(
        fields.flatMap(([heading, field]) => (Object.hasOwn(row, heading) ? [[field, row[heading] ?? null]] : [])),
      ),
    ),
    headings: new Map(fields.map(([heading, field]) => [field, heading])),
    unknown: headings.filter((_, index) => !matched[index]?.field),
  };
}

/** Checks rows of an import, a fixed number of statements for any number of rows; nothing is written. */
export async function validateProductRows(ctx: AccountContext, data: Rows) {
  const { rows, headings, unknown } = underFields(data);
  const parsed = rows.map((row) => productImportRow.safeParse(row));
  const counts = new Map<string, number>();
  const folded = (sku: string): string => sku.toLowerCase();
  for (const { data: row } of parsed) if (row) counts.set(folded(row.sku), (counts.get(folded(row.sku)) ?? 0) + 1);
  const taken = await likeSKUs(
    ctx,
    parsed.flatMap(({ data: row }) => row?.sku ?? []),
  );
  const names = await importNames(ctx, 'product');
  const items = parsed.map((result, row) => {
    const errors: FieldError[] = (
      result.success
        ? faultsOf(result.data, names, taken.get(result.data.sku), (counts.get(folded(result.data.sku)) ?? 0) > 1)
        : result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    ).map(({ path, message }) => ({ path: headings.get(path) ?? path, message }));
    const sku = String(rows[row]?.['sku'] ?? '').trim();
    return { row, sku, isValid: errors.length === 0, errors };
  });
  const validCount = items.filter(({ isValid }) => isValid).length;
  const warnings = unknown.map(
    (heading) => `${heading} is no field of a product; a column of texts becomes a property`,
  );
  return { isValid: validCount === items.length, validCount, items, warnings };
}
