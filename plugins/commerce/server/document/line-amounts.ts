import {
  type Big,
  convert,
  type FieldError,
  lineTotal,
  NumberOutOfRangeError,
  Problem,
  problems,
  toColumn,
} from '@millwright/core/contracts';
import type { CatalogueUnit } from '@millwright/inventory/contracts';

/** Path of a field of the line: `lines.3.productID`, or the field alone where the line is the whole request. */
export const fieldPath = (path: string, field: string): string => (path ? `${path}.${field}` : field);

/** A refusal of one field. */
export const fault = (path: string, message: string): Problem =>
  problems.invalid_input({ errors: [{ path, message }] });

/** The unit asked for among those of the item. @throws Problem 400 naming those that it has */
export function unitOf(
  item: { sku: string; units: readonly CatalogueUnit[] },
  unitID: string,
  path: string,
): CatalogueUnit {
  const unit = item.units.find((known) => known.unitID === unitID);
  if (!unit)
    throw fault(
      fieldPath(path, 'quantityOrdered'),
      `${item.sku} can be measured in ${item.units.map((known) => known.unit).join(', ')} only`,
    );
  return unit;
}

/** The quantity of a line in the item's base unit. @throws Problem 400 where six decimals cannot hold it */
export function inBase(path: string, measure: Big, unit: CatalogueUnit): string {
  try {
    return toColumn(convert(measure, unit.factor), 6);
  } catch (error) {
    if (error instanceof Problem) throw fault(fieldPath(path, 'quantityOrdered'), error.message);
    throw error;
  }
}

/** Half up per line; a total that its column cannot hold is an error of the line. */
export function totalOf(path: string, quantity: string, unitPrice: string): string {
  try {
    return toColumn(lineTotal({ quantity, unitPrice }), 2);
  } catch (error) {
    if (error instanceof Problem) throw fault(fieldPath(path, 'quantityOrdered'), 'The total of the line is too large');
    throw error;
  }
}

/** A sum over lines as its column holds it. @throws Problem 400 for one beyond the column */
export function heldSum(value: Big, scale: number): string {
  try {
    return toColumn(value, scale);
  } catch (error) {
    if (error instanceof NumberOutOfRangeError) throw fault('lines', 'The lines sum up to more than an order can hold');
    throw error;
  }
}

/** Answers of each, in order; refusals of all of them together. @throws Problem 400 with one entry per fault */
export function eachOrAllFaults<Wanted extends { path: string }, Answer>(
  wanted: readonly Wanted[],
  work: (each: Wanted) => Answer,
): Answer[] {
  const errors: FieldError[] = [];
  const answers = wanted.flatMap((each) => {
    try {
      return [work(each)];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors.push(...(error.errors.length ? error.errors : [{ path: each.path, message: error.message }]));
      return [];
    }
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return answers;
}
