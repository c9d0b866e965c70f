import {
  type Big,
  convert,
  decimal,
  enteredRate,
  problems,
  type RateInput,
  type Ratio,
  roundScaledQuotient,
  scaledIntegerOf,
  scaledText,
  toColumn,
} from '@millwright/core/contracts';
import { catalogueProblems } from '../../../../contracts/index.ts';
import { factorBetween } from '../../../units/unit-group/group-factors.ts';

/** The units of the item's group, in any of which a price can be given; each equals `factor` base units. */
export interface PricedUnits {
  currencyUnitID: string;
  defaultUnitID: string;
  units: readonly { unitID: string; unit: string; factor: Ratio }[];
}

const factorIn = ({ units }: PricedUnits, unitID: string, path: string): Ratio => {
  const found = units.find((unit) => unit.unitID === unitID);
  if (!found)
    throw catalogueProblems.unit_not_convertible({
      errors: [{ path, message: `The item can be measured in ${units.map(({ unit }) => unit).join(', ')} only` }],
    });
  return found.factor;
};

/** Converts a price per `from` to a price per `to`, exact at six decimals; else 400 `inexact_conversion`. */
export const ratePer = (value: Big, from: Ratio, to: Ratio): Big => convert(value, factorBetween(to, from));

/**
 * Converts a price per `from` to a price per `to`, rounded half up to six decimals, for suggestions that a person can
 * change. Column texts, because pages of items convert thousands of prices.
 */
export const roundedRatePer = (value: string, from: Ratio, to: Ratio): string =>
  scaledText(
    roundScaledQuotient(
      scaledIntegerOf(value, 6) * to.numerator * from.denominator,
      1_000_000n * to.denominator * from.numerator,
      6,
    ),
    6,
  );

/** A requested price or cost as it is stored: column text, per default unit. */
export function storedRate(input: RateInput, units: PricedUnits, field: string): string {
  const { value, unitID, perUnitID } = enteredRate(input, {
    unitID: units.currencyUnitID,
    perUnitID: units.defaultUnitID,
  });
  if (unitID !== units.currencyUnitID)
    throw problems.invalid_input({
      errors: [{ path: `${field}.unitID`, message: 'Prices are in the unit dollar' }],
    });
  const from = factorIn(units, perUnitID, `${field}.perUnitID`);
  const to = factorIn(units, units.defaultUnitID, 'defaultUnitID');
  return toColumn(ratePer(value, from, to), 6);
}

/** The requested price; without one the old price, converted to the new default unit. */
export function keptRate(
  input: RateInput | undefined,
  stored: string,
  oldDefaultUnitID: string,
  units: PricedUnits,
  field: string,
): string {
  if (input !== undefined) return storedRate(input, units, field);
  const from = units.units.find(({ unitID }) => unitID === oldDefaultUnitID);
  const to = units.units.find(({ unitID }) => unitID === units.defaultUnitID);
  if (!from || !to)
    throw problems.invalid_input({
      errors: [{ path: field, message: 'The price is needed, because the old one is per a unit of another group' }],
    });
  return toColumn(ratePer(decimal(stored), from.factor, to.factor), 6);
}
