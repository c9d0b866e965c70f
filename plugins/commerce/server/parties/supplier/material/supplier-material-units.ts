import {
  type Big,
  convert,
  decimal,
  type FieldError,
  invertRatio,
  multiplyRatio,
  Problem,
  problems,
  type QuantityInput,
  type RateInput,
  toColumn,
} from '@millwright/core/contracts';
import type { CatalogueUnit } from '@millwright/inventory/contracts';

/** Amounts of a supplier's item that depend on its unit, in column form. */
export interface MaterialAmounts {
  unitID: string;
  unitPrice: string | null;
  minimumOrderQuantity: string | null;
  lastCost: string | null;
}

/** The amounts in a request. */
export interface AmountsInput {
  unitID?: string | undefined;
  unitPrice?: RateInput | null | undefined;
  minimumOrderQuantity?: QuantityInput | null | undefined;
  lastCost?: RateInput | null | undefined;
}

/** Reads the currency unit only if a request names one. */
type CurrencyUnit = () => Promise<string>;

const unitFault = (path: string, units: readonly CatalogueUnit[]): FieldError => ({
  path,
  message: `The item can be measured in ${units.map(({ unit }) => unit).join(', ')} only`,
});

/** Converts a price per `from` to a price per `to`. */
export const priceIn = (value: Big, from: CatalogueUnit, to: CatalogueUnit): Big =>
  convert(value, multiplyRatio(to.factor, invertRatio(from.factor)));

/** Converts a quantity in `from` to `to`. */
export const quantityIn = (measure: Big, from: CatalogueUnit, to: CatalogueUnit): Big =>
  convert(measure, multiplyRatio(from.factor, invertRatio(to.factor)));

/**
 * Prices and minimum quantity in the item's unit of sale. Absent ones stay, converted to a new unit.
 * @throws Problem 400 with one entry per field with a unit outside the item's group, or without an exact conversion
 */
export async function materialAmounts(
  units: readonly CatalogueUnit[],
  input: AmountsInput,
  before: MaterialAmounts | undefined,
  currency: CurrencyUnit,
): Promise<MaterialAmounts> {
  const errors: FieldError[] = [];
  const find = (unitID: string, path: string): CatalogueUnit | undefined => {
    const found = units.find((unit) => unit.unitID === unitID);
    if (!found) errors.push(unitFault(path, units));
    return found;
  };
  const wanted = input.unitID ?? before?.unitID ?? units.find(({ isDefault }) => isDefault)?.unitID ?? '';
  const materialUnit = find(wanted, 'unitID');
  const old = units.find(({ unitID }) => unitID === before?.unitID) ?? materialUnit;
  if (!materialUnit || !old) throw problems.invalid_input({ errors });
  const converted = (path: string, work: () => Big): string | null => {
    try {
      return toColumn(work(), 6);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors.push({ path, message: error.message });
      return null;
    }
  };
  const price = async (field: 'unitPrice' | 'lastCost'): Promise<string | null> => {
    const sent = input[field];
    if (sent === undefined) {
      const kept = before?.[field] ?? null;
      return kept === null || old === materialUnit
        ? kept
        : converted(field, () => priceIn(decimal(kept), old, materialUnit));
    }
    if (sent === null) return null;
    if (typeof sent === 'number') return toColumn(decimal(sent), 6);
    if (sent.unitID !== (await currency())) {
      errors.push({ path: `${field}.unitID`, message: 'Prices are in the unit dollar' });
      return null;
    }
    const per = find(sent.perUnitID, `${field}.perUnitID`);
    return per ? converted(field, () => priceIn(decimal(sent.value), per, materialUnit)) : null;
  };
  const least = (): string | null => {
    const field = 'minimumOrderQuantity';
    const sent = input[field];
    if (sent === undefined) {
      const kept = before?.[field] ?? null;
      return kept === null || old === materialUnit
        ? kept
        : converted(field, () => quantityIn(decimal(kept), old, materialUnit));
    }
    if (sent === null) return null;
    if (typeof sent === 'number') return toColumn(decimal(sent), 6);
    const unit = find(sent.unitID, `${field}.unitID`);
    return unit ? converted(field, () => quantityIn(decimal(sent.measure), unit, materialUnit)) : null;
  };
  const amounts = {
    unitID: materialUnit.unitID,
    unitPrice: await price('unitPrice'),
    minimumOrderQuantity: least(),
    lastCost: await price('lastCost'),
  };
  if (errors.length) throw problems.invalid_input({ errors });
  return amounts;
}
