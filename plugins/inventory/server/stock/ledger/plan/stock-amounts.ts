import { type Big, decimalPlaces, toScaledInteger, zero } from '@millwright/core/contracts';
import type { StockedItem } from './stock-facts.queries.ts';

/** Value / quantity in lowest terms; two layers have the same unit cost if these texts are equal. */
export function costOf(value: Big, quantity: Big): string {
  const [whole, parts] = [toScaledInteger(value, 6), toScaledInteger(quantity, 6)];
  let [divisor, rest] = [whole, parts];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return `${whole / divisor}/${parts / divisor}`;
}

/** An amount in the unit in which it was entered. */
export interface Entered {
  quantity: Big;
  measure?: Big | undefined;
  unitID?: string | undefined;
}

/** A part of an amount in its entered unit, or in base units if six decimals cannot hold it. */
export function measureOf(part: Big, entered: Entered, item: StockedItem): { measure: Big; unitID: string } {
  const { quantity, measure, unitID } = entered;
  const base = { measure: part, unitID: item.baseUnitID };
  if (unitID === undefined || unitID === item.baseUnitID) return base;
  let measured: Big;
  if (measure !== undefined && !quantity.eq(zero)) measured = part.times(measure.abs()).div(quantity.abs());
  else if (unitID === item.defaultUnitID)
    measured = part.times(item.defaultUnit.denominator).div(item.defaultUnit.numerator);
  else return base;
  return decimalPlaces(measured) > 6 || measured.eq(zero) ? base : { measure: measured, unitID };
}

/** Request path of a line's cost, from the path of its quantity. */
export const unitCostOf = (path: string): string => `${path.slice(0, path.lastIndexOf('.') + 1)}unitCost`;

/** Request path of a line's date, from the path of its quantity. */
export const receivedAtOf = (path: string): string =>
  path.endsWith('quantity') ? path.replace(/quantity$/, 'receivedAt') : `${path}.receivedAt`;
