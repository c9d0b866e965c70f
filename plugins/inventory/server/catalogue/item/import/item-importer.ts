import {
  columnTextOf,
  convertedText,
  decimal,
  type FieldError,
  Problem,
  problems,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  type ExportedRow,
  fieldFacts,
  fieldsOfRow,
  type ImportChoices,
  type ImportDefinition,
  type ImportVerdict,
  mapWithPauses,
  type ParsedRow,
  type ReadReference,
  reasonOfUses,
  usesOf,
} from '@millwright/core/server';
import { type ItemFieldValues, type ItemType, itemFields, type ProductType } from '../../../../contracts/index.ts';
import { type AmountUnits, leadTimeUnits } from '../amount/item-amounts.ts';
import { ratePer } from '../amount/item-rate.ts';
import { likeSKUs } from '../edit/item-sku.ts';
import { itemKinds } from '../reference/item-kinds.ts';
import { referenceFields } from '../reference/item-references.ts';
import { stockedText } from '../use/item-stocked.ts';
import {
  importedAttributes,
  type KnownAttributes,
  knownAttributes,
  mergedAttributes,
} from './item-import-attributes.ts';
import { itemImportFields, propertyField } from './item-import-fields.ts';
import { type FoundUnits, type ImportNames, importedUnits, importNames, referenceOf } from './item-import-names.ts';
import {
  type ImportedItem,
  type ItemImportData,
  type ItemImportParts,
  importedItemChanges,
  type StoredItem,
} from './item-import-record.ts';
import { itemUndoRefusals, undoItems } from './item-import-undo.ts';
import { itemsBySKU, writeItems } from './item-import-write.ts';

type Verdict = ImportVerdict<ItemImportData | null>;

/** What judging the rows of one chunk needs, found once. */
interface Known {
  type: ItemType;
  names: ImportNames;
  attributes: KnownAttributes;
  leadTimes: AmountUnits;
  choices: ImportChoices;
}

const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

/** The rule of dates that every way into the catalogue keeps. */
export const datesFault = (startDate?: string | null, endDate?: string | null): FieldError[] =>
  startDate && endDate && startDate > endDate
    ? [{ path: 'endDate', message: 'The end date is before the start date' }]
    : [];

/** The price of the row, else the old one per the new default unit. */
function rateOf(
  row: ParsedRow,
  field: 'unitValue' | 'unitCost',
  found: FoundUnits,
  before: StoredItem | undefined,
  names: ImportNames,
): string {
  const given = textOf(row, field);
  if (given !== undefined) return columnTextOf(given, 6);
  if (!before) return columnTextOf('0', 6);
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

type Amounts = Pick<
  ImportedItem,
  | 'orderPoint'
  | 'orderPointUnitID'
  | 'orderPointUnit'
  | 'baseOrderPoint'
  | 'leadTime'
  | 'leadTimeUnitID'
  | 'leadTimeUnit'
  | 'baseLeadTime'
>;

const noAmounts: Amounts = {
  orderPoint: null,
  orderPointUnitID: null,
  orderPointUnit: null,
  baseOrderPoint: null,
  leadTime: null,
  leadTimeUnitID: null,
  leadTimeUnit: null,
  baseLeadTime: null,
};

const amountsOf = (item: Amounts): Amounts => ({
  orderPoint: item.orderPoint,
  orderPointUnitID: item.orderPointUnitID,
  orderPointUnit: item.orderPointUnit,
  baseOrderPoint: item.baseOrderPoint,
  leadTime: item.leadTime,
  leadTimeUnitID: item.leadTimeUnitID,
  leadTimeUnit: item.leadTimeUnit,
  baseLeadTime: item.baseLeadTime,
});

function refuseNegative(text: string): void {
  if (text.startsWith('-') && decimal(text).lt(zero)) throw problems.invalid_input({ message: 'Must be at least 0' });
}

/** The order point of the row, in its default unit, else the old one. */
function setOrderPoint(amounts: Amounts, row: ParsedRow, found: FoundUnits, before: StoredItem | undefined): void {
  const given = textOf(row, 'orderPoint');
  if (given === undefined) {
    if (amounts.orderPoint !== null && found.group?.id !== before?.groupID)
      throw problems.invalid_input({
        message: 'The order point is needed, because the old one is in a unit of another group',
      });
    return;
  }
  refuseNegative(given);
  Object.assign(amounts, {
    orderPoint: columnTextOf(given, 6),
    // A group that is made for the row gives the id of its unit then.
    orderPointUnitID: found.unit?.unitID ?? '',
    orderPointUnit: found.unit?.name ?? found.newGroup?.unit ?? '',
    baseOrderPoint: found.unit ? convertedText(given, found.unit.factor) : columnTextOf(given, 6),
  });
}

/** The lead time of the row, in days, else the old one. */
function setLeadTime(amounts: Amounts, row: ParsedRow, { units }: AmountUnits): void {
  const given = textOf(row, 'leadTime');
  if (given === undefined) return;
  refuseNegative(given);
  const day = units.find(({ unit }) => unit === 'day');
  if (!day) throw problems.invalid_input({ message: 'No unit group has the unit day' });
  Object.assign(amounts, {
    leadTime: columnTextOf(given, 6),
    leadTimeUnitID: day.unitID,
    leadTimeUnit: day.unit,
    baseLeadTime: convertedText(given, day.factor),
  });
}

/** The item as the row wants it; empty cells leave what is there. */
function wanted(
  row: ParsedRow,
  type: ItemType,
  sku: string,
  { fields, found, before }: { fields: ItemFieldValues; found: FoundUnits; before: StoredItem | undefined },
): Omit<ImportedItem, 'unitValue' | 'unitCost' | 'attributes'> {
  const productType = (textOf(row, 'productType') as ProductType | undefined) ?? before?.productType ?? 'sale';
  return {
    sku,
    description: textOf(row, 'description') ?? before?.description ?? '',
    productType: type === 'product' ? productType : null,
    ...fields,
    conversionID: found.unit?.conversionID ?? '',
    unitName: found.unit?.name ?? found.newGroup?.unit ?? '',
    unitGroupName: found.group?.name ?? found.newGroup?.name ?? '',
    ...(before ? amountsOf(before) : noAmounts),
  };
}

function judge(
  ctx: AccountContext,
  record: { key: string; rows: readonly ParsedRow[] },
  { type, names, attributes: known, leadTimes, choices }: Known,
  before: StoredItem | undefined,
): Verdict {
  const [row] = record.rows as [ParsedRow];
  const errors: Verdict['errors'] = [];
  const fault = (field: string, message: string): void => void errors.push({ row: row.row, field, message });
  if (before && before.type !== type) fault('sku', `This SKU is a ${before.type}, not a ${type}`);
  const readReference: ReadReference = (field, kind, text) =>
    referenceOf(names.records, { kind, field, text, mayCreate: choices.createReferences.has(field) }, fault);
  const fields = fieldsOfRow(itemFields, row, before ?? itemFields.unset, fault, readReference);
  const found = importedUnits(
    { unitGroup: textOf(row, 'unitGroup'), unit: textOf(row, 'unit') },
    names,
    { suggestedBy: [fields.productLine, fields.category], current: before },
    choices.createReferences,
  );
  const cells = (row.extras ?? []).flatMap(({ cell, heading, value }) =>
    value === null ? [] : [{ cell, property: heading.trim(), attribute: value }],
  );
  const named = importedAttributes(cells, known, choices.createReferences.has(propertyField));
  for (const { path, message } of [...found.faults, ...named.faults]) fault(path, message);
  const item: ImportedItem = {
    ...wanted(row, type, record.key, { fields, found, before }),
    unitValue: '',
    unitCost: '',
    attributes: mergedAttributes(before?.attributes ?? [], named.attributes),
  };
  if (before?.isStocked && before.productType === 'sale' && item.productType !== 'sale')
    fault('productType', stockedText);
  const attempt = (field: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fault(field, error.message);
    }
  };
  for (const field of ['unitValue', 'unitCost'] as const)
    attempt(field, () => {
      item[field] = rateOf(row, field, found, before, names);
      if (item[field].startsWith('-')) fault(field, 'Must be at least 0');
    });
  attempt('orderPoint', () => setOrderPoint(item, row, found, before));
  attempt('leadTime', () => setLeadTime(item, row, leadTimes));
  for (const { path, message } of datesFault(item.startDate, item.endDate)) fault(path, message);
  const changes = errors.length ? [] : importedItemChanges(before, item);
  const effect = errors.length ? 'error' : !before ? 'create' : changes.length ? 'update' : 'unchanged';
  const { plural } = itemKinds[type];
  if (effect === 'update' && !ctx.can(`${plural}:update`)) fault('', `You do not have the right to change ${plural}`);
  const warnings: Verdict['warnings'] = [];
  const warn = (field: string, message: string): void => void warnings.push({ row: row.row, field, message });
  for (const [field, { to: kind }] of Object.entries(referenceFields.fields)) {
    const named = fields[field as keyof typeof referenceFields.fields];
    if (named?.id === null) warn(field, `The ${kind.noun} ${named.name} will be created`);
  }
  if (found.newGroup)
    warn('unitGroup', `The unit group ${found.newGroup.name} will be created with the unit ${found.newGroup.unit}`);
  for (const message of named.created) warn(propertyField, message);
  return {
    key: record.key,
    label: [record.key, item.description].filter(Boolean).join(' '),
    effect: errors.length ? 'error' : effect,
    recordID: before?.id ?? null,
    changes,
    errors,
    warnings: errors.length ? [] : warnings,
    data: errors.length ? null : { item, newGroup: found.newGroup, before },
  };
}

/** Refuses new SKUs that differ from another one by case only. */
async function refuseTwins(ctx: AccountContext, verdicts: readonly Verdict[]): Promise<void> {
  const fresh = verdicts.filter(({ recordID }) => recordID === null);
  const like = await likeSKUs(
    ctx,
    fresh.map(({ key }) => key),
  );
  for (const verdict of fresh) {
    const folded = verdict.key.toLowerCase();
    const other = like.get(verdict.key) ?? like.get(folded);
    if (other === undefined) like.set(folded, verdict.key);
    else refuse(verdict, 'sku', `This SKU differs from ${other} by upper and lower case only`);
  }
}

function refuse(verdict: Verdict, field: string, message: string): void {
  Object.assign(verdict, { effect: 'error', changes: [], warnings: [], data: null });
  verdict.errors.push({ row: 0, field, message });
}

/** Refuses another unit group for items whose stock and documents count in the old one. */
async function refuseRegrouping(ctx: AccountContext, verdicts: readonly Verdict[]): Promise<void> {
  const regrouped = verdicts.filter(
    ({ data }) => data?.before && data.item.unitGroupName !== data.before.unitGroupName,
  );
  const uses = await usesOf(
    ctx,
    'item',
    regrouped.flatMap(({ recordID }) => recordID ?? []),
  );
  for (const verdict of regrouped) {
    const itemUses = uses.get(verdict.recordID ?? '');
    if (!itemUses?.length) continue;
    verdict.effect = 'error';
    verdict.errors.push({
      row: 0,
      field: 'unitGroup',
      message: `The unit group cannot change: it is ${reasonOfUses(itemUses)}`,
    });
  }
}

/** The row that says of an item what is there; its properties are columns of their own. */
const exportedItem = (item: StoredItem): ExportedRow => ({
  fields: {
    sku: item.sku,
    description: item.description,
    productType: item.productType,
    ...fieldFacts(itemFields, item),
    unitGroup: item.unitGroupName,
    unit: item.unitName,
    unitValue: decimal(item.unitValue).toFixed(),
    unitCost: decimal(item.unitCost).toFixed(),
    // Amounts in another unit than the one that a column is read in are left to the API.
    orderPoint: item.orderPointUnitID === item.unitID ? plainAmount(item.orderPoint) : null,
    leadTime: item.leadTimeUnit === 'day' ? plainAmount(item.leadTime) : null,
  },
  extras: Object.fromEntries(item.attributes.map(({ property, attribute }) => [property, attribute])),
});

const plainAmount = (amount: string | null): string | null => amount && decimal(amount).toFixed();

/** Rights to create what rows name; one message where the first of them is missing. */
const referenceRights = {
  productLine: 'product_lines:create',
  category: 'categories:create',
  unitGroup: 'unit_groups:create',
  unit: 'units:create',
  [propertyField]: 'categories:create',
} as const;

const titleOf = (plural: string): string => plural.charAt(0).toUpperCase() + plural.slice(1);

/** Items of a type from files: created, or changed where the SKU exists. */
export function itemImporter(parts: ItemImportParts): ImportDefinition<ItemImportData | null> {
  const { type } = parts;
  const { plural, recordType } = itemKinds[type];
  return {
    name: plural,
    title: titleOf(plural),
    description: `Creates ${plural}, or changes those whose SKU exists. Empty cells leave what is there.`,
    recordType,
    permission: `${plural}:create`,
    keys: ['sku'],
    hasCaselessKeys: true,
    isIndependent: true,
    fields: itemImportFields(type),
    extras: {
      field: propertyField,
      async known(ctx, headings) {
        const { properties } = await knownAttributes(
          ctx,
          headings.map((heading) => heading.trim()),
          [],
        );
        return new Set(headings.filter((heading) => properties.has(heading.trim().toLowerCase())));
      },
    },
    async check(ctx, records, choices) {
      for (const [field, right] of Object.entries(referenceRights))
        if (choices.createReferences.has(field)) ctx.require(right);
      const extras = records.flatMap(({ rows }) => rows.flatMap((row) => row.extras ?? []));
      const [names, stored, attributes, leadTimes] = await Promise.all([
        importNames(ctx, type),
        itemsBySKU(
          ctx,
          records.map(({ key }) => key),
        ),
        knownAttributes(
          ctx,
          [...new Set(extras.map(({ heading }) => heading.trim()))],
          extras.flatMap(({ value }) => value ?? []),
        ),
        leadTimeUnits(ctx),
      ]);
      const known: Known = { type, names, attributes, leadTimes, choices };
      const verdicts = await mapWithPauses(records, (record) => judge(ctx, record, known, stored.get(record.key)));
      await refuseTwins(ctx, verdicts);
      await refuseRegrouping(ctx, verdicts);
      for (const [index, verdict] of verdicts.entries())
        for (const error of verdict.errors) error.row ||= records[index]?.rows[0]?.row ?? 0;
      return verdicts;
    },
    apply: (ctx, records) =>
      writeItems(
        ctx,
        parts,
        records.flatMap(({ key, recordID, data }) => (data ? [{ key, recordID, ...data }] : [])),
      ),
    async exported(ctx, items) {
      const skus = items.map(({ sku }) => String(sku));
      const stored = await itemsBySKU(ctx, skus);
      return skus.flatMap((sku) => stored.get(sku) ?? []).map(exportedItem);
    },
    undo: {
      refusals: (ctx, rows, set) => itemUndoRefusals(ctx, rows, set),
      apply: (ctx, rows) => undoItems(ctx, parts, rows),
    },
  };
}
