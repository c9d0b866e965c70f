import { newID } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { UnitConversion, UnitGroup } from '../unit-group/unit-group.entity.ts';
import { builtInUnitGroups, builtInUnits } from './built-in-units.ts';
import { Unit } from './unit.entity.ts';

/**
 * Adds the built-in units to an account, and their groups if the account has no groups at all: it may change and delete
 * these, and they do not come back. Can be repeated.
 */
export async function seedUnits(ctx: AccountContext): Promise<void> {
  const existing = await ctx.em.find(Unit, { accountID: ctx.account.id });
  const units = new Map(existing.map((unit) => [unit.name, unit]));
  for (const [name, description] of Object.entries(builtInUnits))
    if (!units.has(name))
      units.set(name, ctx.em.create(Unit, { id: newID('unit'), name, description, isBuiltIn: true }));
  await ctx.em.flush();
  if (await ctx.em.findOne(UnitGroup, { accountID: ctx.account.id })) return;
  for (const [name, factors] of Object.entries(builtInUnitGroups)) {
    const [base] = Object.keys(factors);
    const unitGroup = ctx.em.create(UnitGroup, {
      id: newID('ugr'),
      name,
      notes: null,
      baseUnit: units.get(base as string) as Unit,
    });
    for (const [unit, factor] of Object.entries(factors))
      ctx.em.create(UnitConversion, {
        id: newID('ucv'),
        unitGroup,
        unit: units.get(unit) as Unit,
        numerator: BigInt(factor),
        denominator: 1n,
      });
  }
  await ctx.em.flush();
}
