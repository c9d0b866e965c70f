import { type FieldError, problems } from '@millwright/core/contracts';
import { fieldPath } from './line-amounts.ts';

/**
 * Numbers of the lines of an order: those given are kept, the others get the lowest that are free, 1, 2, 3. A line that
 * was there and says nothing keeps its own.
 * @throws Problem 400 naming each line whose number another line has.
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
