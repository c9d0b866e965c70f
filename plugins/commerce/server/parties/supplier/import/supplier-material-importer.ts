import { type Big, decimal, Problem, toColumn } from '@millwright/core/contracts';
import {
  type AccountContext,
  type ImportDefinition,
  type ImportVerdict,
  type ParsedRow,
  sql,
} from '@millwright/core/server';
import type { CataloguePort, CatalogueUnit } from '@millwright/inventory/contracts';
import { type Fault, type ImportRecord, rowOf, textOf } from '../../../document/import/import-row.ts';
import { priceIn, quantityIn } from '../material/supplier-material-units.ts';
import { type NamedSuppliers, namedSuppliers, supplierOf } from './named-suppliers.ts';
import {
  type ImportedMaterial,
  type MaterialImportData,
  materialChanges,
  type StoredMaterial,
  storedMaterials,
  supplierMaterialImportFields,
} from './supplier-material-import-record.ts';
import { refusalsOfMaterialUndo, undoMaterials, writeMaterials } from './supplier-material-import-write.ts';

type Verdict = ImportVerdict<MaterialImportData | null>;

/** Data for judging a chunk, read in a fixed number of statements. */
interface Surroundings {
  suppliers: NamedSuppliers;
  itemIDs: ReadonlyMap<string, string>;
  units: ReadonlyMap<string, readonly CatalogueUnit[]>;
  /** By supplier and item. */
  stored: ReadonlyMap<string, StoredMaterial>;
}

const pair = (supplierID: string, itemID: string): string => `${supplierID} ${itemID}`;

async function surroundingsOf(
  ctx: AccountContext,
  catalogue: CataloguePort,
  records: readonly ImportRecord[],
): Promise<Surroundings> {
  const wanted = [...new Set(records.flatMap((record) => textOf(rowOf(record), 'supplier') ?? []))];
  const skus = [...new Set(records.flatMap((record) => textOf(rowOf(record), 'sku') ?? []))];
  const suppliers = await namedSuppliers(ctx, wanted);
  const { rows: items } = await sql<{ id: string; sku: string }>`select id, sku from inventory.v_items
    where account_id = ${ctx.account.id} and sku = any(${skus}::text[])`.execute(ctx.em.query());
  const itemIDs = items.map(({ id }) => id);
  const stored = await storedMaterials(ctx, {
    supplierIDs: [...suppliers.byNumber.values()].map(({ id }) => id),
    itemIDs,
  });
  return {
    suppliers,
    itemIDs: new Map(items.map(({ id, sku }) => [sku, id])),
    units: await catalogue.unitsOf(ctx, itemIDs),
    stored: new Map(stored.map((each) => [pair(each.supplierID, each.itemID), each])),
  };
}

/** The item described by the row; empty cells keep present values, converted to a new unit. */
function materialOf(
  row: ParsedRow,
  before: StoredMaterial | undefined,
  units: readonly CatalogueUnit[],
  fault: Fault,
): ImportedMaterial | undefined {
  const unitName = textOf(row, 'unit');
  const old = units.find(({ unitID }) => unitID === before?.unitID);
  const materialUnit =
    unitName === undefined
      ? (old ?? units.find(({ isDefault }) => isDefault))
      : (units.find(({ unit }) => unit === unitName) ??
        units.find(({ unit }) => unit.toLowerCase() === unitName.toLowerCase()));
  if (!materialUnit) {
    fault('unit', `The item can be measured in ${units.map(({ unit }) => unit).join(', ')} only`);
    return undefined;
  }
  const amount = (
    field: 'unitPrice' | 'lastCost' | 'minimumOrderQuantity',
    into: (value: Big, from: CatalogueUnit, to: CatalogueUnit) => Big,
  ): string | null => {
    const text = textOf(row, field);
    const kept = before?.[field] ?? null;
    try {
      if (text !== undefined) {
        const value = decimal(text);
        if (field === 'minimumOrderQuantity' && !value.gt('0')) fault(field, 'Must be above 0');
        else if (value.lt('0')) fault(field, 'Must be at least 0');
        return toColumn(value, 6);
      }
      return kept === null || !old || old === materialUnit ? kept : toColumn(into(decimal(kept), old, materialUnit), 6);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fault(field, error.message);
      return null;
    }
  };
  const days = textOf(row, 'leadTimeDays');
  const leadTimeDays = days === undefined ? (before?.leadTimeDays ?? null) : Number(days);
  if (leadTimeDays !== null && (leadTimeDays < 0 || leadTimeDays > 3650))
    fault('leadTimeDays', 'Must be from 0 to 3,650 days');
  const isActive = row.fields['isActive'];
  return {
    supplierPartNumber: textOf(row, 'supplierPartNumber') ?? before?.supplierPartNumber ?? null,
    supplierDescription: textOf(row, 'supplierDescription') ?? before?.supplierDescription ?? null,
    isActive: typeof isActive === 'boolean' ? isActive : (before?.isActive ?? true),
    unitID: materialUnit.unitID,
    unit: materialUnit.unit,
    unitPrice: amount('unitPrice', priceIn),
    leadTimeDays,
    minimumOrderQuantity: amount('minimumOrderQuantity', quantityIn),
    lastCost: amount('lastCost', priceIn),
    lastPurchasedOn: textOf(row, 'lastPurchasedOn') ?? before?.lastPurchasedOn ?? null,
  };
}

/** `seen`: rows of the chunk by supplier and item, because a supplier may be named by number and by name. */
function judge(record: ImportRecord, surroundings: Surroundings, seen: Map<string, number>): Verdict {
  const row = rowOf(record);
  const errors: Verdict['errors'] = [];
  const fault: Fault = (field, message) => void errors.push({ row: row.row, field, message });
  const [sku = '', supplierText] = [textOf(row, 'sku'), textOf(row, 'supplier')];
  const supplier =
    supplierText === undefined
      ? undefined
      : supplierOf(supplierText, surroundings.suppliers, (message) => fault('supplier', message));
  const itemID = surroundings.itemIDs.get(sku);
  if (!itemID) fault('sku', `There is no item ${sku}`);
  const key = supplier && itemID ? pair(supplier.id, itemID) : undefined;
  const other = key && seen.get(key);
  if (other) fault('supplier', `Row ${other} is about this item of the supplier too`);
  else if (key) seen.set(key, row.row);
  const before = key ? surroundings.stored.get(key) : undefined;
  const units = surroundings.units.get(itemID ?? '');
  const material = units && materialOf(row, before, units, fault);
  const changes = errors.length || !material ? [] : materialChanges(before, material);
  const data =
    errors.length || !material || !supplier || !itemID
      ? null
      : { supplierID: supplier.id, itemID, sku, material, before };
  return {
    key: record.key,
    label: `${sku} of ${supplier?.name ?? supplierText ?? ''}`,
    effect: !data ? 'error' : !before ? 'create' : changes.length ? 'update' : 'unchanged',
    recordID: before?.id ?? null,
    changes: data ? changes : [],
    errors,
    warnings: [],
    data,
  };
}

/** Import of suppliers' items: added, or changed if the supplier has the item already. */
export const supplierMaterialImporter = (catalogue: CataloguePort): ImportDefinition<MaterialImportData | null> => ({
  name: 'supplier-materials',
  title: 'Supplier materials',
  description:
    'Says which items suppliers supply, by their part number, price, lead time and least quantity. ' +
    'Empty cells leave what is there.',
  recordType: 'supplier_material',
  permission: 'suppliers:update',
  keys: ['sku'],
  within: ['supplier'],
  fields: supplierMaterialImportFields,
  async check(ctx, records) {
    const surroundings = await surroundingsOf(ctx, catalogue, records);
    const seen = new Map<string, number>();
    return records.map((record) => judge(record, surroundings, seen));
  },
  apply: (ctx, records) =>
    writeMaterials(
      ctx,
      catalogue,
      records.flatMap(({ key, label, data }) => (data ? [{ key, label, ...data }] : [])),
    ),
  undo: { refusals: refusalsOfMaterialUndo, apply: undoMaterials },
});
