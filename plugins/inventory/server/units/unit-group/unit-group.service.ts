import {
  type AnyEndpoint,
  compareFractions,
  type EndpointRequest,
  type FieldError,
  multiplyRatio,
  newID,
  problems,
  type Ratio,
  ratio,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  inUse,
  type RecordUse,
  renewVersion,
  type SearchableRecord,
  snapshotOf,
  sql,
  touched,
  usesOf,
} from '@millwright/core/server';
import {
  catalogueProblems,
  type createUnitConversion,
  type createUnitGroup,
  listProductLines,
  listProducts,
  listUnitGroups,
  listUnits,
  type putUnitConversion,
  type UnitConversion as UnitConversionReply,
  type UnitGroup as UnitGroupReply,
  type updateUnitGroup,
} from '../../../contracts/index.ts';
import type { Tables } from '../../catalogue/shared/tables.ts';
import { Unit } from '../unit/unit.entity.ts';
import { enteredFactor, factorText, inBaseUnits } from './group-factors.ts';
import { amountsIn, categoriesOf, leadTimesIn } from './group-uses.ts';
import { UnitConversion, UnitGroup } from './unit-group.entity.ts';
import { unitGroupView } from './unit-group.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const factorOf = ({ numerator, denominator }: UnitConversion): Ratio => ratio(BigInt(numerator), BigInt(denominator));

/** Unit groups and the factors between their units. */
export class UnitGroupService {
  async create(ctx: AccountContext, input: Body<typeof createUnitGroup>): Promise<UnitGroupReply> {
    await this.#checkUnits(ctx, input.conversions);
    const { baseUnitID, units } = inBaseUnits(
      input.conversions.map(({ unitID, factor }) => ({ unitID, factor: enteredFactor(factor) })),
    );
    const unitGroup = ctx.em.create(UnitGroup, {
      id: newID('ugr'),
      name: input.name,
      notes: input.notes ?? null,
      baseUnit: ctx.em.reference(Unit, baseUnitID),
    });
    for (const { unitID, factor } of units)
      ctx.em.create(UnitConversion, { id: newID('ucv'), unitGroup, unit: ctx.em.reference(Unit, unitID), ...factor });
    audit(ctx, { record: { type: 'unit_group', id: unitGroup.id }, action: 'created' });
    await ctx.em.flush();
    touched(ctx, listUnitGroups, listUnits);
    return unitGroupView.byID(ctx, unitGroup.id);
  }

  async update(
    ctx: AccountContext,
    unitGroupID: string,
    { version, ...input }: Body<typeof updateUnitGroup>,
  ): Promise<UnitGroupReply> {
    const unitGroup = await ctx.em.get(UnitGroup, unitGroupID);
    ctx.em.expectVersion(unitGroup, version);
    const before = snapshotOf(unitGroup, ['name', 'notes']);
    ctx.em.assign(unitGroup, input);
    const changes = changesOf(before, unitGroup, ['name', 'notes']);
    if (changes.length) audit(ctx, { record: { type: 'unit_group', id: unitGroup.id }, action: 'updated', changes });
    await ctx.em.flush();
    touched(ctx, listUnitGroups, listProductLines, listProducts);
    return unitGroupView.byID(ctx, unitGroupID);
  }

  async remove(ctx: AccountContext, unitGroupID: string): Promise<undefined> {
    const { unitGroup, conversions } = await this.#held(ctx, unitGroupID);
    const uses = [
      ...(await this.#itemsOf(ctx, unitGroupID)),
      ...(await this.#linesOf(ctx, unitGroupID)),
      ...(await leadTimesIn(ctx, unitGroupID)),
      ...(await categoriesOf(ctx, unitGroupID)),
    ];
    if (uses.length) throw inUse(unitGroup.name, uses);
    for (const conversion of conversions) ctx.em.remove(conversion);
    ctx.em.remove(unitGroup);
    audit(ctx, { record: { type: 'unit_group', id: unitGroupID }, action: 'deleted', note: unitGroup.name });
    await ctx.em.flush();
    touched(ctx, listUnitGroups, listUnits);
  }

  async addConversion(
    ctx: AccountContext,
    unitGroupID: string,
    input: Body<typeof createUnitConversion>,
  ): Promise<UnitConversionReply> {
    const { unitGroup, conversions } = await this.#held(ctx, unitGroupID);
    await this.#checkUnits(ctx, [{ unitID: input.unitID }], '');
    if (conversions.some(({ unit }) => unit.id === input.unitID))
      throw problems.duplicate({ errors: [{ path: 'unitID', message: 'The group has this unit already' }] });
    const factor = multiplyRatio(
      enteredFactor(input.factor),
      worthOf(conversions, input.ofUnitID ?? unitGroup.baseUnit.id),
    );
    const added = ctx.em.create(UnitConversion, {
      id: newID('ucv'),
      unitGroup: ctx.em.reference(UnitGroup, unitGroupID),
      unit: ctx.em.reference(Unit, input.unitID),
      ...factor,
    });
    await this.#rebase(ctx, unitGroup, [...conversions, added]);
    const unit = await ctx.em.get(Unit, input.unitID);
    audit(ctx, {
      record: { type: 'unit_group', id: unitGroupID },
      action: 'unit_added',
      changes: [{ field: unit.name, from: null, to: factorText(factorOf(added)) }],
    });
    return this.#written(ctx, unitGroup, added.id);
  }

  async putConversion(
    ctx: AccountContext,
    unitGroupID: string,
    unitConversionID: string,
    input: Body<typeof putUnitConversion>,
  ): Promise<UnitConversionReply> {
    const { unitGroup, conversions } = await this.#held(ctx, unitGroupID);
    const conversion = conversionOf(conversions, unitConversionID);
    const ofUnitID = input.ofUnitID ?? unitGroup.baseUnit.id;
    const entered = enteredFactor(input.factor);
    if (ofUnitID === conversion.unit.id) {
      if (compareFractions(entered, { numerator: 1n, denominator: 1n }) === 0)
        return this.#reply(ctx, unitGroupID, conversion.id);
      throw problems.invalid_input({
        errors: [{ path: 'ofUnitID', message: 'Say what one of this unit is in another unit of the group' }],
      });
    }
    const before = factorOf(conversion);
    const factor = multiplyRatio(entered, worthOf(conversions, ofUnitID));
    if (compareFractions(before, factor) === 0) return this.#reply(ctx, unitGroupID, conversion.id);
    await this.#refuseIfFixed(ctx, unitGroupID);
    ctx.em.assign(conversion, factor);
    await this.#rebase(ctx, unitGroup, conversions);
    const unit = await ctx.em.get(Unit, conversion.unit.id);
    audit(ctx, {
      record: { type: 'unit_group', id: unitGroupID },
      action: 'factor_changed',
      changes: [{ field: unit.name, from: factorText(before), to: factorText(factorOf(conversion)) }],
    });
    return this.#written(ctx, unitGroup, conversion.id);
  }

  async removeConversion(ctx: AccountContext, unitGroupID: string, unitConversionID: string): Promise<undefined> {
    const { unitGroup, conversions } = await this.#held(ctx, unitGroupID);
    const conversion = conversionOf(conversions, unitConversionID);
    const rest = conversions.filter((other) => other !== conversion);
    if (rest.length === 0) throw catalogueProblems.base_unit_required();
    const unit = await ctx.em.get(Unit, conversion.unit.id);
    if (unitGroup.baseUnit.id === unit.id) await this.#refuseIfFixed(ctx, unitGroupID);
    const uses = await this.#usesOfConversion(ctx, unitGroupID, conversion);
    if (uses.length) throw inUse(unit.name, uses);
    ctx.em.remove(conversion);
    await this.#rebase(ctx, unitGroup, rest);
    audit(ctx, {
      record: { type: 'unit_group', id: unitGroupID },
      action: 'unit_removed',
      changes: [{ field: unit.name, from: factorText(factorOf(conversion)), to: null }],
    });
    await this.#touch(ctx, unitGroup);
  }

  /**
   * The group and its units, locked against other changes and against new references by items: an item's foreign key
   * takes a key share lock on the conversion, which conflicts with `for update`.
   */
  async #held(
    ctx: AccountContext,
    unitGroupID: string,
  ): Promise<{ unitGroup: UnitGroup; conversions: UnitConversion[] }> {
    const unitGroup = await ctx.em.getForUpdate(UnitGroup, unitGroupID);
    await sql`select id from inventory.unit_conversion
      where account_id = ${ctx.account.id} and unit_group_id = ${unitGroupID} order by id for update`.execute(
      ctx.em.query(),
    );
    const conversions = await ctx.em.find(
      UnitConversion,
      { accountID: ctx.account.id, unitGroup: { id: unitGroupID } },
      { refresh: true },
    );
    return { unitGroup, conversions };
  }

  /**
   * Recalculates all factors relative to the smallest unit; refused if that changes the meaning of stored quantities.
   */
  async #rebase(ctx: AccountContext, unitGroup: UnitGroup, conversions: UnitConversion[]): Promise<void> {
    const factors = conversions.map((conversion) => ({ unitID: conversion.unit.id, factor: factorOf(conversion) }));
    const { baseUnitID, units } = inBaseUnits(factors, unitGroup.baseUnit.id);
    if (baseUnitID !== unitGroup.baseUnit.id) {
      await this.#refuseIfFixed(ctx, unitGroup.id);
      ctx.em.assign(unitGroup, { baseUnit: ctx.em.reference(Unit, baseUnitID) });
    }
    for (const [index, { factor }] of units.entries()) ctx.em.assign(conversions[index] as UnitConversion, factor);
  }

  async #refuseIfFixed(ctx: AccountContext, unitGroupID: string): Promise<void> {
    const uses = [...(await this.#itemsOf(ctx, unitGroupID)), ...(await leadTimesIn(ctx, unitGroupID))];
    if (uses.length) throw catalogueProblems.unit_group_fixed({ details: { uses } });
  }

  async #written(ctx: AccountContext, unitGroup: UnitGroup, conversionID: string): Promise<UnitConversionReply> {
    await this.#touch(ctx, unitGroup);
    return this.#reply(ctx, unitGroup.id, conversionID);
  }

  /** Flushes, and renews the group's version so that open forms notice. */
  async #touch(ctx: AccountContext, unitGroup: UnitGroup): Promise<void> {
    renewVersion(ctx, unitGroup);
    await ctx.em.flush();
    touched(ctx, listUnitGroups, listUnits);
  }

  async #reply(ctx: AccountContext, unitGroupID: string, conversionID: string): Promise<UnitConversionReply> {
    const { conversions } = await unitGroupView.byID(ctx, unitGroupID);
    return conversions.find(({ id }) => id === conversionID) as UnitConversionReply;
  }

  async #checkUnits(ctx: AccountContext, rows: readonly { unitID: string }[], at = 'conversions'): Promise<void> {
    const ids = rows.map(({ unitID }) => unitID);
    const known = new Set(
      (await ctx.em.find(Unit, { accountID: ctx.account.id, id: { $in: ids } })).map(({ id }) => id),
    );
    const errors = ids.flatMap((id, index): FieldError[] => {
      const path = at ? `${at}.${index}.unitID` : 'unitID';
      if (!known.has(id)) return [{ path, message: 'There is no such unit' }];
      return ids.indexOf(id) === index ? [] : [{ path, message: 'This unit is listed twice' }];
    });
    if (errors.length) throw problems.invalid_input({ errors });
  }

  async #itemsOf(ctx: AccountContext, unitGroupID: string, conversionID?: string): Promise<RecordUse[]> {
    let query = ctx.em
      .query<Tables>()
      .selectFrom('inventory.item as item')
      .innerJoin('inventory.unit_conversion as own', (join) =>
        join.onRef('own.account_id', '=', 'item.account_id').onRef('own.id', '=', 'item.default_conversion_id'),
      )
      .where('item.account_id', '=', ctx.account.id)
      .where('own.unit_group_id', '=', unitGroupID);
    if (conversionID !== undefined) query = query.where('own.id', '=', conversionID);
    const { count, examples } = await query
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<string[]>`coalesce((array_agg(item.sku order by item.sku))[1:5], '{}')`.as('examples'),
      ])
      .executeTakeFirstOrThrow();
    return count ? [{ what: count === 1 ? 'item' : 'items', count, examples }] : [];
  }

  async #linesOf(ctx: AccountContext, unitGroupID: string): Promise<RecordUse[]> {
    const lines = await ctx.em
      .query<Tables>()
      .selectFrom('inventory.product_line')
      .select('name')
      .where('account_id', '=', ctx.account.id)
      .where('unit_group_id', '=', unitGroupID)
      .orderBy('name')
      .execute();
    const what = lines.length === 1 ? 'product line' : 'product lines';
    return lines.length ? [{ what, count: lines.length, examples: lines.slice(0, 5).map(({ name }) => name) }] : [];
  }

  async #usesOfConversion(ctx: AccountContext, unitGroupID: string, conversion: UnitConversion): Promise<RecordUse[]> {
    const defaults = [
      ...(await this.#itemsOf(ctx, unitGroupID, conversion.id)),
      ...(await amountsIn(ctx, unitGroupID, conversion.unit.id)),
    ];
    const { rows } = await sql<{ id: string }>`select item.id from inventory.item item
      join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
      where item.account_id = ${ctx.account.id} and own.unit_group_id = ${unitGroupID}`.execute(ctx.em.query());
    const unitID = conversion.unit.id;
    const others = await usesOf(ctx, 'unit', [unitID], { items: rows.map(({ id }) => id) });
    return [...defaults, ...(others.get(unitID) ?? [])];
  }
}

function conversionOf(conversions: readonly UnitConversion[], id: string): UnitConversion {
  const found = conversions.find((conversion) => conversion.id === id);
  if (!found) throw problems.not_found();
  return found;
}

/** Size of a unit in base units; the unit has to be in the group. */
function worthOf(conversions: readonly UnitConversion[], unitID: string): Ratio {
  const found = conversions.find(({ unit }) => unit.id === unitID);
  if (!found)
    throw problems.invalid_input({ errors: [{ path: 'ofUnitID', message: 'The unit is not in this group' }] });
  return factorOf(found);
}

/** Unit groups for generic features (search, references). */
export const unitGroupRecords: SearchableRecord = {
  type: 'unit_group',
  label: async (ctx, id) => (await ctx.em.get(UnitGroup, id)).name,
};
