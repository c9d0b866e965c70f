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
  inUse,
  type RecordUse,
  renewVersion,
  sql,
  touched,
  usesOf,
} from '@millwright/core/server';
import {
  catalogueProblems,
  type createUnitConversion,
  listUnitGroups,
  listUnits,
  type putUnitConversion,
  type UnitConversion as UnitConversionReply,
} from '../../../contracts/index.ts';
import { Unit } from '../unit/unit.entity.ts';
import { enteredFactor, factorText, inBaseUnits } from './group-factors.ts';
import { amountsIn, measuredIn } from './group-uses.ts';
import { usesByItems } from './item-uses.ts';
import { UnitConversion, UnitGroup } from './unit-group.entity.ts';
import { unitGroupView } from './unit-group.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const factorOf = ({ numerator, denominator }: UnitConversion): Ratio => ratio(BigInt(numerator), BigInt(denominator));

/**
 * The units of a group, locked against new references by items: an item's foreign key takes a key share lock on the
 * conversion, which conflicts with `for update`.
 */
export async function heldConversions(ctx: AccountContext, unitGroupID: string): Promise<UnitConversion[]> {
  await sql`select id from inventory.unit_conversion
    where account_id = ${ctx.account.id} and unit_group_id = ${unitGroupID} order by id for update`.execute(
    ctx.em.query(),
  );
  return ctx.em.find(UnitConversion, { accountID: ctx.account.id, unitGroup: { id: unitGroupID } }, { refresh: true });
}

/** Refuses unknown and repeated units. `at` is the path of the rows in the request. */
export async function refuseUnknownUnits(
  ctx: AccountContext,
  rows: readonly { unitID: string }[],
  at = 'conversions',
): Promise<void> {
  const ids = rows.map(({ unitID }) => unitID);
  const known = new Set((await ctx.em.find(Unit, { accountID: ctx.account.id, id: { $in: ids } })).map(({ id }) => id));
  const errors = ids.flatMap((id, index): FieldError[] => {
    const path = at ? `${at}.${index}.unitID` : 'unitID';
    if (!known.has(id)) return [{ path, message: 'There is no such unit' }];
    return ids.indexOf(id) === index ? [] : [{ path, message: 'This unit is listed twice' }];
  });
  if (errors.length) throw problems.invalid_input({ errors });
}

/** Units of unit groups, and the factors between them. */
export class UnitConversionService {
  async add(
    ctx: AccountContext,
    unitGroupID: string,
    input: Body<typeof createUnitConversion>,
  ): Promise<UnitConversionReply> {
    const { unitGroup, conversions } = await this.#held(ctx, unitGroupID);
    await refuseUnknownUnits(ctx, [{ unitID: input.unitID }], '');
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

  async put(
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

  async remove(ctx: AccountContext, unitGroupID: string, unitConversionID: string): Promise<undefined> {
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

  /** The group and its units, locked against other changes. */
  async #held(
    ctx: AccountContext,
    unitGroupID: string,
  ): Promise<{ unitGroup: UnitGroup; conversions: UnitConversion[] }> {
    const unitGroup = await ctx.em.getForUpdate(UnitGroup, unitGroupID);
    return { unitGroup, conversions: await heldConversions(ctx, unitGroupID) };
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
    const uses = (await measuredIn(ctx, [unitGroupID])).get(unitGroupID);
    if (uses) throw catalogueProblems.unit_group_fixed({ details: { uses } });
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

  async #usesOfConversion(ctx: AccountContext, unitGroupID: string, conversion: UnitConversion): Promise<RecordUse[]> {
    const defaults = [
      ...(await usesByItems(ctx, sql<boolean>`item.default_conversion_id = ${conversion.id}`)),
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
