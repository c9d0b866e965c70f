import {
  type Big,
  convert,
  enteredQuantity,
  type QuantityInput,
  type Ratio,
  ratio,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { catalogueProblems } from '../../../../contracts/index.ts';
import { timeGroup } from '../../../units/unit-group/time-group.ts';

/** A stored quantity of an item: as entered, and in base units. Column texts. */
export interface StoredAmount {
  measure: string;
  unitID: string;
  base: string;
}

/** Units that an amount can be entered in. */
export interface AmountUnits {
  defaultUnitID: string;
  units: readonly { unitID: string; unit: string; factor: Ratio }[];
}

/** The amount as it is stored. @throws 400 `unit_not_convertible`, 400 `inexact_conversion` */
export function storedAmount(input: QuantityInput, { defaultUnitID, units }: AmountUnits, path: string): StoredAmount {
  const { measure, unitID }: { measure: Big; unitID: string } = enteredQuantity(input, defaultUnitID);
  const unit = units.find((known) => known.unitID === unitID);
  if (!unit)
    throw catalogueProblems.unit_not_convertible({
      errors: [
        {
          path: `${path}.unitID`,
          message: `It can be measured in ${units.map((known) => known.unit).join(', ')} only`,
        },
      ],
    });
  return { measure: toColumn(measure, 6), unitID, base: toColumn(convert(measure, unit.factor), 6) };
}

/**
 * Lead times are in units of the group that has the built-in unit `day` (preferably the group `Time`), by default in
 * days.
 */
export async function leadTimeUnits(ctx: AccountContext): Promise<AmountUnits> {
  const { rows } = await sql<{ unitID: string; unit: string; numerator: string; denominator: string }>`
    select unit.id as "unitID", unit.name as unit, conversion.numerator::text as numerator,
      conversion.denominator::text as denominator
    from inventory.unit_conversion conversion
    join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
    where conversion.account_id = ${ctx.account.id} and conversion.unit_group_id = ${timeGroup(ctx)}
    order by conversion.numerator::numeric / conversion.denominator, unit.name`.execute(ctx.em.query());
  const day = rows.find(({ unit }) => unit === 'day');
  return {
    defaultUnitID: day?.unitID ?? '',
    units: rows.map(({ unitID, unit, numerator, denominator }) => ({
      unitID,
      unit,
      factor: ratio(BigInt(numerator), BigInt(denominator)),
    })),
  };
}
