import { type FieldError, problems } from '@millwright/core/contracts';
import { fieldPath } from './line-amounts.ts';

/**
 * Line numbers of an order: given ones are kept, others get the lowest free numbers 1, 2, 3. An existing line without a
 * given number keeps its own.
 * @throws Problem 400 at each line whose number another line has
 */
export function lineItemNumbers(
  lines: readonly { path: string; given?: number | null | undefined; current?: number | undefined }[],
): number[] {
  const errors: FieldError[] = [];
  const used = new Set<number>();
  const fixed = lines.map(({ path, given, current }) => {
    const number = given ?? current;
    if (number === undefined) return undefined;
    if (used.has(number))
      errors.push({ path: fieldPath(path, 'lineItemNumber'), message: `Line item number ${number} is used twice` });
    used.add(number);
    return number;
  });
  if (errors.length) throw problems.invalid_input({ errors });
  let next = 1;
  return fixed.map((number) => {
    if (number !== undefined) return number;
    while (used.has(next)) next += 1;
    used.add(next);
    return next;
  });
}
