import type { BulkEditField } from './list-types.ts';

/** The form's name of a field's value: each has one of its own, so that none shows what another was given. */
export const valueName = (name: string): string => `value_${name}`;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The form's name of what happens to a field that may go without a value. */
export const wayName = (name: string): string => `way_${name}`;

/** What the form says about a field: null takes the value away, undefined is nothing yet. */
export function wantedOf(field: BulkEditField | undefined, values: Readonly<Record<string, unknown>>): unknown {
  if (!field) return undefined;
  const value = values[valueName(field.name)];
  if (field.kind === 'boolean') return value === true || value === 'true';
  const way = field.isClearable ? values[wayName(field.name)] : 'set';
  // An empty field is one that nobody has touched: only who says so takes values away.
  if (way === 'clear') return null;
  return way === 'set' && !isBlank(value) ? value : undefined;
}
