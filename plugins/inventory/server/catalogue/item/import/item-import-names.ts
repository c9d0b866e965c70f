import {
  type FieldError,
  type NamedReference,
  type Ratio,
  type ReferencedKind,
  ratio,
  referencedKinds,
} from '@millwright/core/contracts';
import { type AccountContext, type NamedRecords, namedRecords, sql } from '@millwright/core/server';
import { type ItemType, itemFields } from '../../../../contracts/index.ts';
import { defaultUnitGroup } from '../../../units/unit/built-in-units.ts';
import type { Tables } from '../../shared/tables.ts';
import { itemReferencesOf } from '../reference/item-references.ts';

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
  /** Product lines, product groups, and categories of the kind that the items are in. */
  records: NamedRecords;
  /** Unit groups that lines and categories suggest to new items, by the id of the line or category. */
  suggestedGroups: ReadonlyMap<string, string>;
  groups: ReadonlyMap<string, ImportGroup>;
  groupsByID: ReadonlyMap<string, ImportGroup>;
  /** Every unit of the account, in a group or not. */
  units: ReadonlyMap<string, { id: string; name: string }>;
}

/** Four statements for any number of rows. */
export async function importNames(ctx: AccountContext, type: ItemType): Promise<ImportNames> {
  const db = ctx.em.query<Tables>();
  const [records, suggested, units, conversions] = await Promise.all([
    namedRecords(ctx, referencedKinds(itemFields), itemReferencesOf(type)),
    sql<{ id: string; groupID: string }>`select id, unit_group_id as "groupID" from inventory.product_line
        where account_id = ${ctx.account.id} and unit_group_id is not null
      union all select id, unit_group_id from inventory.category
        where account_id = ${ctx.account.id} and unit_group_id is not null`.execute(ctx.em.query()),
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
    records,
    suggestedGroups: new Map(suggested.rows.map(({ id, groupID }) => [id, groupID])),
    groups: new Map(groups.map((group) => [group.name.toLowerCase(), group])),
    groupsByID: new Map(groups.map((group) => [group.id, group])),
    units: new Map(units.map((unit) => [unit.name.toLowerCase(), unit])),
  };
}

/** What a cell names, or what stands for one that is made with the row; what cannot be is told. */
export function referenceOf(
  records: NamedRecords,
  cell: { kind: ReferencedKind; field: string; text: string; mayCreate: boolean },
  fault: (field: string, message: string) => void,
): NamedReference | undefined {
  const { kind, field, text, mayCreate } = cell;
  const found = records.find(kind, text);
  if ('record' in found) return { id: found.record.id, name: found.record.name };
  if (found.isMissing && mayCreate) return { id: null, name: text };
  fault(field, found.message);
  return undefined;
}

/** What a row says about units. */
interface NamedUnits {
  unitGroup?: string | undefined;
  unit?: string | undefined;
}

/** What the units of a row mean, or what is wrong with them. */
export interface FoundUnits {
  faults: FieldError[];
  group?: ImportGroup | undefined;
  unit?: ImportUnit | undefined;
  /** A group of this one unit, which has to be created first. */
  newGroup?: { name: string; unit: string } | undefined;
}

/** What a row begins with. */
interface UnitsBefore {
  /** Its line and its category, of which the first that suggests a group does so to a new item. */
  suggestedBy: readonly (NamedReference | null | undefined)[];
  /** Of an item that exists: it keeps what the row does not name. */
  current?: { groupID: string; unitID: string } | undefined;
}

const noReferences: ReadonlySet<string> = new Set();

/**
 * Group and default unit of a row: of a new item the group named, else the one suggested, else `Count`; the unit named,
 * else the group's base unit.
 */
export function importedUnits(
  row: NamedUnits,
  { groups, groupsByID, suggestedGroups, units }: ImportNames,
  { suggestedBy, current }: UnitsBefore,
  mayCreate: ReadonlySet<string> = noReferences,
): FoundUnits {
  const faults: FieldError[] = [];
  const suggestedID = suggestedBy.map((reference) => suggestedGroups.get(reference?.id ?? '')).find(Boolean);
  const suggested = suggestedID ? groupsByID.get(suggestedID) : undefined;
  const currentGroup = current ? groupsByID.get(current.groupID) : undefined;
  const named = row.unitGroup ?? (currentGroup ?? suggested)?.name ?? defaultUnitGroup;
  const group =
    row.unitGroup === undefined
      ? (currentGroup ?? suggested ?? groups.get(named.toLowerCase()))
      : groups.get(named.toLowerCase());
  if (!group) {
    const unit = row.unit ?? 'each';
    if (!mayCreate.has('unitGroup')) faults.push({ path: 'unitGroup', message: `There is no unit group ${named}` });
    else if (!units.has(unit.toLowerCase()) && !mayCreate.has('unit'))
      faults.push({ path: 'unit', message: `There is no unit ${unit}` });
    else return { faults, newGroup: { name: named, unit } };
    return { faults };
  }
  const kept = current && currentGroup?.id === group.id ? current.unitID : group.baseUnitID;
  const unit =
    row.unit === undefined
      ? [...group.units.values()].find(({ unitID }) => unitID === kept)
      : group.units.get(row.unit.toLowerCase());
  if (!unit)
    faults.push({
      path: 'unit',
      message: `The unit ${row.unit ?? ''} is not in the unit group ${row.unitGroup ?? group.name}`,
    });
  return { faults, group, unit };
}
