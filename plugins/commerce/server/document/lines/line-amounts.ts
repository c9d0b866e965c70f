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

/** Path of a line's field: `lines.3.productID`, or only the field if the line is the whole request. */
export const fieldPath = (path: string, field: string): string => (path ? `${path}.${field}` : field);

/** A problem at one field. */
export const fault = (path: string, message: string): Problem =>
  problems.invalid_input({ errors: [{ path, message }] });

/**
 * The requested unit among the item's units.
 * @throws Problem 400 with the names of the item's units
 */
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

/**
 * The quantity of a line in the item's base unit.
 * @throws Problem 400 if six decimals cannot hold it
 */
export function inBase(path: string, measure: Big, unit: CatalogueUnit): string {
  try {
    return toColumn(convert(measure, unit.factor), 6);
  } catch (error) {
    if (error instanceof Problem) throw fault(fieldPath(path, 'quantityOrdered'), error.message);
    throw error;
  }
}

/** Total of a line, half up; a total beyond its column is an error of the line. */
export function totalOf(path: string, quantity: string, unitPrice: string): string {
  try {
    return toColumn(lineTotal({ quantity, unitPrice }), 2);
  } catch (error) {
    if (error instanceof Problem) throw fault(fieldPath(path, 'quantityOrdered'), 'The total of the line is too large');
    throw error;
  }
}

/**
 * A sum over lines in column form.
 * @throws Problem 400 for a sum beyond the column
 */
export function heldSum(value: Big, scale: number): string {
  try {
    return toColumn(value, scale);
  } catch (error) {
    if (error instanceof NumberOutOfRangeError) throw fault('lines', 'The lines sum up to more than an order can hold');
    throw error;
  }
}

/**
 * Answers for all entries in order, or their problems together.
 * @throws Problem 400 with one entry per fault
 */
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
