import type { EndpointRequest, FieldError } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type ProductImportRow, productImportRow, type validateProducts } from '../../contracts/index.ts';
import type { Tables } from '../catalogue/tables.ts';
import { defaultUnitGroup } from '../unit/built-in-units.ts';

type Rows = EndpointRequest<typeof validateProducts>['body']['data'];

/** Names that rows may refer to, in lower case: people type them. */
interface Names {
  takenSKUs: ReadonlySet<string>;
  /** Group of each line; null where the line names none. */
  lines: ReadonlyMap<string, string | null>;
  /** Units of each group. */
  groups: ReadonlyMap<string, ReadonlySet<string>>;
}

async function namesOf(ctx: AccountContext, skus: readonly string[]): Promise<Names> {
  const db = ctx.em.query<Tables>();
  const taken = skus.length
    ? await db
        .selectFrom('inventory.item')
        .select('sku')
        .where('account_id', '=', ctx.account.id)
        .where('sku', '=', sql<string>`any(${[...skus]}::text[])`)
        .execute()
    : [];
  const lines = await db
    .selectFrom('inventory.product_line as line')
    .leftJoin('inventory.unit_group as unit_group', (join) =>
      join.onRef('unit_group.account_id', '=', 'line.account_id').onRef('unit_group.id', '=', 'line.unit_group_id'),
    )
    .select(['line.name', 'unit_group.name as group'])
    .where('line.account_id', '=', ctx.account.id)
    .execute();
  const members = await db
    .selectFrom('inventory.unit_conversion as conversion')
    .innerJoin('inventory.unit_group as unit_group', (join) =>
      join
        .onRef('unit_group.account_id', '=', 'conversion.account_id')
        .onRef('unit_group.id', '=', 'conversion.unit_group_id'),
    )
    .innerJoin('inventory.unit as unit', (join) =>
      join.onRef('unit.account_id', '=', 'conversion.account_id').onRef('unit.id', '=', 'conversion.unit_id'),
    )
    .select(['unit_group.name as group', 'unit.name as unit'])
    .where('conversion.account_id', '=', ctx.account.id)
    .execute();
  const groups = new Map<string, Set<string>>();
  for (const { group, unit } of members) {
    const key = group.toLowerCase();
    groups.set(key, (groups.get(key) ?? new Set()).add(unit));
  }
  return {
    takenSKUs: new Set(taken.map(({ sku }) => sku)),
    lines: new Map(lines.map(({ name, group }) => [name.toLowerCase(), group])),
    groups,
  };
}

function faultsOf(row: ProductImportRow, names: Names, isRepeated: boolean): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (path: string, message: string): void => void faults.push({ path, message });
  if (names.takenSKUs.has(row.sku)) fault('sku', 'A product with this SKU exists already');
  if (isRepeated) fault('sku', 'This SKU stands in the file more than once');
  const line = row.productLine?.toLowerCase();
  if (line !== undefined && !names.lines.has(line)) fault('productLine', `There is no product line ${row.productLine}`);
  const group = row.unitGroup ?? (line === undefined ? undefined : names.lines.get(line)) ?? defaultUnitGroup;
  const units = names.groups.get(group.toLowerCase());
  if (!units) fault('unitGroup', `There is no unit group ${group}`);
  else if (row.unit !== undefined && !units.has(row.unit.toLowerCase()))
    fault('unit', `The unit ${row.unit} is not in the unit group ${group}`);
  if (row.startDate && row.endDate && row.startDate > row.endDate)
    fault('endDate', 'The end date is before the start date');
  return faults;
}

/** Checks rows of an import, three statements for any number of rows; nothing is written. */
export async function validateProductRows(ctx: AccountContext, data: Rows) {
  const parsed = data.map((row) => productImportRow.safeParse(row));
  const counts = new Map<string, number>();
  for (const { data: row } of parsed) if (row) counts.set(row.sku, (counts.get(row.sku) ?? 0) + 1);
  const names = await namesOf(ctx, [...counts.keys()]);
  const items = parsed.map((result, row) => {
    const errors: FieldError[] = result.success
      ? faultsOf(result.data, names, (counts.get(result.data.sku) ?? 0) > 1)
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
