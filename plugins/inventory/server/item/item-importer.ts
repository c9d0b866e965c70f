import { decimal, Problem, problems, toColumn, zero } from '@millwright/core/contracts';
import type {
  AccountContext,
  ImportChoices,
  ImportDefinition,
  ImportVerdict,
  ParsedRow,
} from '@millwright/core/server';
import type { ProductType, ProductUsagePort } from '../../contracts/index.ts';
import { reasonOf } from '../catalogue/in-use.ts';
import { ratePer } from '../item/item-rate.ts';
import { datesFault } from './product-import.ts';
import { productImportFields } from './product-import-fields.ts';
import {
  type ImportedProduct,
  type ProductImportData,
  type ProductImportParts,
  productChanges,
  type StoredProduct,
} from './product-import-record.ts';
import { refusalsOfUndo, undoProducts } from './product-import-undo.ts';
import { type FoundUnits, findUnits, type ImportNames, importNames } from './product-import-units.ts';
import { productsBySKU, writeProducts } from './product-import-write.ts';

type Verdict = ImportVerdict<ProductImportData | null>;

const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

/** The price of the row, else the old one per the new default unit. */
function rateOf(
  row: ParsedRow,
  field: 'unitValue' | 'unitCost',
  found: FoundUnits,
  before: StoredProduct | undefined,
  names: ImportNames,
): string {
  const given = textOf(row, field);
  if (given !== undefined) return toColumn(decimal(given), 6);
  if (!before) return toColumn(zero, 6);
  if (!found.unit || found.unit.conversionID === before.conversionID) return before[field];
  const from = [...(names.groupsByID.get(before.groupID)?.units.values() ?? [])].find(
    ({ unitID }) => unitID === before.unitID,
  );
  if (!from || found.group?.id !== before.groupID)
    throw problems.invalid_input({
      message: 'The price is needed, because the old one is per a unit of another group',
    });
  return toColumn(ratePer(decimal(before[field]), from.factor, found.unit.factor), 6);
}

/** The product as the row wants it; empty cells leave what is there. */
function wanted(
  row: ParsedRow,
  sku: string,
  found: FoundUnits,
  before: StoredProduct | undefined,
): Omit<ImportedProduct, 'unitValue' | 'unitCost'> {
  const text = (field: 'manufacturer' | 'manufacturerPartNumber' | 'notes' | 'startDate' | 'endDate'): string | null =>
    textOf(row, field) ?? before?.[field] ?? null;
  const line =
    found.line ?? (before?.productLineID ? { id: before.productLineID, name: before.productLineName } : undefined);
  return {
    sku,
    description: textOf(row, 'description') ?? before?.description ?? '',
    productType: (textOf(row, 'productType') as ProductType | undefined) ?? before?.productType ?? 'sale',
    manufacturer: text('manufacturer'),
    manufacturerPartNumber: text('manufacturerPartNumber'),
    notes: text('notes'),
    startDate: text('startDate'),
    endDate: text('endDate'),
    productLineID: found.newLine === undefined ? (line?.id ?? null) : null,
    productLineName: found.newLine ?? line?.name ?? null,
    conversionID: found.unit?.conversionID ?? '',
    unitName: found.unit?.name ?? found.newGroup?.unit ?? '',
    unitGroupName: found.group?.name ?? found.newGroup?.name ?? '',
  };
}

function judge(
  ctx: AccountContext,
  record: { key: string; rows: readonly ParsedRow[] },
  names: ImportNames,
  before: StoredProduct | undefined,
  choices: ImportChoices,
): Verdict {
  const [row] = record.rows as [ParsedRow];
  const errors: Verdict['errors'] = [];
  const fault = (field: string, message: string): void => void errors.push({ row: row.row, field, message });
  if (before && before.type !== 'product') fault('sku', `This SKU is a ${before.type}, not a product`);
  const found = findUnits(
    { productLine: textOf(row, 'productLine'), unitGroup: textOf(row, 'unitGroup'), unit: textOf(row, 'unit') },
    names,
    before,
    choices.createReferences,
  );
  for (const { path, message } of found.faults) fault(path, message);
  const product: ImportedProduct = { ...wanted(row, record.key, found, before), unitValue: '', unitCost: '' };
  for (const field of ['unitValue', 'unitCost'] as const)
    try {
      product[field] = rateOf(row, field, found, before, names);
      if (product[field].startsWith('-')) fault(field, 'Must be at least 0');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fault(field, error.message);
    }
  for (const { path, message } of datesFault(product.startDate, product.endDate)) fault(path, message);
  const changes = errors.length ? [] : productChanges(before, product);
  const effect = errors.length ? 'error' : !before ? 'create' : changes.length ? 'update' : 'unchanged';
  if (effect === 'update' && !ctx.can('products:update')) fault('', 'You do not have the right to change products');
  const warnings: Verdict['warnings'] = [];
  const warn = (field: string, message: string): void => void warnings.push({ row: row.row, field, message });
  if (found.newLine !== undefined) warn('productLine', `The product line ${found.newLine} will be created`);
  if (found.newGroup)
    warn('unitGroup', `The unit group ${found.newGroup.name} will be created with the unit ${found.newGroup.unit}`);
  return {
    key: record.key,
    label: [record.key, product.description].filter(Boolean).join(' '),
    effect: errors.length ? 'error' : effect,
    recordID: before?.id ?? null,
    changes,
    errors,
    warnings: errors.length ? [] : warnings,
    data: errors.length ? null : { product, newLine: found.newLine, newGroup: found.newGroup, before },
  };
}

/** Refuses another unit group for products whose documents count in the old one. */
async function refuseRegrouping(
  ctx: AccountContext,
  verdicts: readonly Verdict[],
  usage: ProductUsagePort | undefined,
): Promise<void> {
  const regrouped = verdicts.filter(
    ({ data }) => data?.before && data.product.unitGroupName !== data.before.unitGroupName,
  );
  if (!usage || !regrouped.length) return;
  const uses = await usage.usesOfProducts(
    ctx,
    regrouped.flatMap(({ recordID }) => recordID ?? []),
  );
  for (const verdict of regrouped) {
    const own = uses.get(verdict.recordID ?? '');
    if (!own?.length) continue;
    verdict.effect = 'error';
    verdict.errors.push({
      row: 0,
      field: 'unitGroup',
      message: `The unit group cannot change: it is ${reasonOf(own)}`,
    });
  }
}

/** Rights to create what rows name; one message where the first of them is missing. */
const referenceRights = {
  productLine: 'product_lines:create',
  unitGroup: 'unit_groups:create',
  unit: 'units:create',
} as const;

/** Products from files: created, or changed where the SKU exists. */
export const productImporter = (parts: ProductImportParts): ImportDefinition<ProductImportData | null> => ({
  name: 'products',
  title: 'Products',
  description: 'Creates products, or changes those whose SKU exists. Empty cells leave what is there.',
  recordType: 'product',
  permission: 'products:create',
  keys: ['sku'],
  fields: productImportFields,
  async check(ctx, records, choices) {
    for (const [field, right] of Object.entries(referenceRights))
      if (choices.createReferences.has(field)) ctx.require(right);
    const names = await importNames(ctx);
    const stored = await productsBySKU(
      ctx,
      records.map(({ key }) => key),
    );
    const verdicts = records.map((record) => judge(ctx, record, names, stored.get(record.key), choices));
    await refuseRegrouping(ctx, verdicts, parts.usage);
    for (const [index, verdict] of verdicts.entries())
      for (const error of verdict.errors) error.row ||= records[index]?.rows[0]?.row ?? 0;
    return verdicts;
  },
  apply: (ctx, records) =>
    writeProducts(
      ctx,
      parts,
      records.flatMap(({ key, recordID, data }) => (data ? [{ key, recordID, ...data }] : [])),
    ),
  undo: {
    refusals: (ctx, rows, set) => refusalsOfUndo(ctx, parts.usage, rows, set),
    apply: (ctx, rows) => undoProducts(ctx, parts, rows),
  },
});
