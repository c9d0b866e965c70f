import { type FieldError, type Ratio, ratio } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { ItemType } from '../../../../contracts/index.ts';
import { defaultUnitGroup } from '../../../units/unit/built-in-units.ts';
import type { Tables } from '../../shared/tables.ts';
import { categoryTypeOf } from '../item-kinds.ts';

/** A unit group as rows refer to it. */
interface ImportGroup {
  id: string;
  name: string;
  baseUnitID: string;
  /** By name in lower case. */
  units: ReadonlyMap<string, ImportUnit>;
}

interface ImportUnit {
  name: string;
  unitID: string;
  /** Group and unit in one, which is what an item refers to. */
  conversionID: string;
  factor: Ratio;
}

/** What rows of items refer to by name, in lower case: people type them. */
export interface ImportNames {
  /** Categories of the kind that the items are in. */
  categories: ReadonlyMap<string, { id: string; name: string; groupID: string | null }>;
  lines: ReadonlyMap<string, { id: string; name: string; groupID: string | null }>;
  /** What products are variations of. */
  productGroups: ReadonlyMap<string, { id: string; name: string }>;
  groups: ReadonlyMap<string, ImportGroup>;
  groupsByID: ReadonlyMap<string, ImportGroup>;
  /** Every unit of the account, in a group or not. */
  units: ReadonlyMap<string, { id: string; name: string }>;
}

/** Five statements for any number of rows. */
export async function importNames(ctx: AccountContext, type: ItemType): Promise<ImportNames> {
  const db = ctx.em.query<Tables>();
  const [categories, lines, productGroups, units, conversions] = await Promise.all([
    db
      .selectFrom('inventory.category')
      .select(['id', 'name', 'unit_group_id as groupID'])
      .where('account_id', '=', ctx.account.id)
      .where('type', '=', categoryTypeOf(type))
      .execute(),
    db
      .selectFrom('inventory.product_line')
      .select(['id', 'name', 'unit_group_id as groupID'])
      .where('account_id', '=', ctx.account.id)
      .execute(),
    db.selectFrom('inventory.product_group').select(['id', 'name']).where('account_id', '=', ctx.account.id).execute(),
    db.selectFrom('inventory.unit').select(['id', 'name']).where('account_id', '=', ctx.account.id).execute(),
    db
      .selectFrom('inventory.unit_group as unit_group')
      .innerJoin('inventory.unit_conversion as conversion', (join) =>
        join
          .onRef('conversion.account_id', '=', 'unit_group.account_id')
          .onRef('conversion.unit_group_id', '=', 'unit_group.id'),
      )
      .innerJoin('inventory.unit as unit', (join) =>
        join.onRef('unit.account_id', '=', 'conversion.account_id').onRef('unit.id', '=', 'conversion.unit_id'),
      )
      .select([
        'unit_group.id as groupID',
        'unit_group.name as group',
        'unit_group.base_unit_id as baseUnitID',
        'conversion.id as conversionID',
        'unit.id as unitID',
        'unit.name as unit',
        sql<string>`conversion.numerator::text`.as('numerator'),
        sql<string>`conversion.denominator::text`.as('denominator'),
      ])
      .where('unit_group.account_id', '=', ctx.account.id)
      .execute(),
  ]);
  const groups = [...Map.groupBy(conversions, ({ groupID }) => groupID).values()].map((rows): ImportGroup => {
    const [first] = rows as [(typeof rows)[number]];
    return {
      id: first.groupID,
      name: first.group,
      baseUnitID: first.baseUnitID,
      units: new Map(
        rows.map(({ unit, unitID, conversionID, numerator, denominator }) => [
          unit.toLowerCase(),
          { name: unit, unitID, conversionID, factor: ratio(BigInt(numerator), BigInt(denominator)) },
        ]),
      ),
    };
  });
  return {
    categories: new Map(categories.map((category) => [category.name.toLowerCase(), category])),
    productGroups: new Map(productGroups.map((group) => [group.name.toLowerCase(), group])),
    lines: new Map(lines.map((line) => [line.name.toLowerCase(), line])),
    groups: new Map(groups.map((group) => [group.name.toLowerCase(), group])),
    groupsByID: new Map(groups.map((group) => [group.id, group])),
    units: new Map(units.map((unit) => [unit.name.toLowerCase(), unit])),
  };
}

/** What a row says about line and units. */
interface NamedUnits {
  productLine?: string | undefined;
  productGroup?: string | undefined;
  category?: string | undefined;
  unitGroup?: string | undefined;
  unit?: string | undefined;
}

/** What a row's names mean, or what is wrong with them. `new...` are names of what has to be created first. */
export interface FoundUnits {
  faults: FieldError[];
  line?: { id: string; name: string } | undefined;
  newLine?: string | undefined;
  productGroup?: { id: string; name: string } | undefined;
  category?: { id: string; name: string } | undefined;
  newCategory?: string | undefined;
  group?: ImportGroup | undefined;
  unit?: ImportUnit | undefined;
  /** A group of this one unit. */
  newGroup?: { name: string; unit: string } | undefined;
}

const noReferences: ReadonlySet<string> = new Set();

/**
 * Line, category, group and default unit of a row: of a new item the group named, else that of its line, else that of
 * its
 * category, else `Count`; the unit named, else the group's base unit. An existing item (`current`) keeps what the row
 * does not
 * name.
 */
export function importedUnits(
  row: NamedUnits,
  names: ImportNames,
  current?: { groupID: string; unitID: string },
  mayCreate: ReadonlySet<string> = noReferences,
): FoundUnits {
  const faults: FieldError[] = [];
  const line = row.productLine === undefined ? undefined : names.lines.get(row.productLine.toLowerCase());
  const isNewLine = row.productLine !== undefined && !line;
  if (isNewLine && !mayCreate.has('productLine'))
    faults.push({ path: 'productLine', message: `There is no product line ${row.productLine}` });
  const productGroup =
    row.productGroup === undefined ? undefined : names.productGroups.get(row.productGroup.toLowerCase());
  if (row.productGroup !== undefined && !productGroup)
    faults.push({ path: 'productGroup', message: `There is no product group ${row.productGroup}` });
  const category = row.category === undefined ? undefined : names.categories.get(row.category.toLowerCase());
  const isNewCategory = row.category !== undefined && !category;
  if (isNewCategory && !mayCreate.has('category'))
    faults.push({ path: 'category', message: `There is no category ${row.category}` });
  const found: FoundUnits = {
    faults,
    line,
    newLine: isNewLine ? row.productLine : undefined,
    productGroup,
    category,
    newCategory: isNewCategory ? row.category : undefined,
  };
  const suggestedID = line?.groupID ?? category?.groupID;
  const suggested = suggestedID ? names.groupsByID.get(suggestedID) : undefined;
  const own = current ? names.groupsByID.get(current.groupID) : undefined;
  const named = row.unitGroup ?? (own ?? suggested)?.name ?? defaultUnitGroup;
  const group =
    row.unitGroup === undefined
      ? (own ?? suggested ?? names.groups.get(named.toLowerCase()))
      : names.groups.get(named.toLowerCase());
  if (!group) {
    const unit = row.unit ?? 'each';
    if (!mayCreate.has('unitGroup')) faults.push({ path: 'unitGroup', message: `There is no unit group ${named}` });
    else if (!names.units.has(unit.toLowerCase()) && !mayCreate.has('unit'))
      faults.push({ path: 'unit', message: `There is no unit ${unit}` });
    else found.newGroup = { name: named, unit };
    return found;
  }
  const kept = current && own?.id === group.id ? current.unitID : group.baseUnitID;
  const unit =
    row.unit === undefined
      ? [...group.units.values()].find(({ unitID }) => unitID === kept)
      : group.units.get(row.unit.toLowerCase());
  if (!unit)
    faults.push({
      path: 'unit',
      message: `The unit ${row.unit ?? ''} is not in the unit group ${row.unitGroup ?? group.name}`,
    });
  return { ...found, group, unit };
}
