import { type Big, decimal, problems, type QuantityInput, type RateInput, toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type LaborTimeUnit, laborTimeUnits } from '../../../contracts/index.ts';

/** Names of the units of times and rates, by id: units of time, and the account's currency. */
export async function unitNames(ctx: AccountContext): Promise<ReadonlyMap<string, string>> {
  const names = ['dollar', ...Object.keys(laborTimeUnits)];
  const { rows } = await sql<{ id: string; name: string }>`select id, name from inventory.v_units
    where account_id = ${ctx.account.id} and name = any(${names}::text[])`.execute(ctx.em.query());
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const isTimeUnit = (name: string | undefined): name is LaborTimeUnit =>
  name !== undefined && Object.hasOwn(laborTimeUnits, name);

/**
 * The stored form of a time; a bare number is in hours.
 * @throws Problem 400 for a unit that is not of time
 */
export function timeOf(
  input: QuantityInput,
  units: ReadonlyMap<string, string>,
): { laborTime?: Big; laborTimeUnit?: LaborTimeUnit } {
  if (typeof input === 'number') return { laborTime: decimal(input), laborTimeUnit: 'hr' };
  const unit = units.get(input.unitID);
  if (!isTimeUnit(unit))
    throw problems.invalid_input({
      errors: [{ path: 'laborTime.unitID', message: `It is in ${Object.keys(laborTimeUnits).join(', ')} only` }],
    });
  return { laborTime: decimal(input.measure), laborTimeUnit: unit };
}

/**
 * The stored form of a rate, per hour; a bare number is per hour already.
 * @throws Problem 400 for other units
 */
export function hourlyOf(input: RateInput, units: ReadonlyMap<string, string>, path: string): string {
  if (typeof input === 'number') return toColumn(decimal(input), 6);
  if (units.get(input.unitID) !== 'dollar' || units.get(input.perUnitID) !== 'hr')
    throw problems.invalid_input({ errors: [{ path, message: "It is in the account's currency per hr only" }] });
  return toColumn(decimal(input.value), 6);
}
