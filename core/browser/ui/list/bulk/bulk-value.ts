import type { BulkEditField } from '../list-types.ts';

/** Form name of a field's value. Each field has its own, so that none shows the value of another. */
export const valueName = (name: string): string => `value_${name}`;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Form name of the choice between setting and clearing an optional field. */
export const wayName = (name: string): string => `way_${name}`;

/** The wanted value of a field: null clears it, undefined means that nothing is entered yet. */
export function wantedOf(field: BulkEditField | undefined, values: Readonly<Record<string, unknown>>): unknown {
  if (!field) return undefined;
  const value = values[valueName(field.name)];
  if (field.kind === 'boolean') return value === true || value === 'true';
  const way = field.isClearable ? values[wayName(field.name)] : 'set';
  // An empty field counts as untouched; values are cleared only by explicit choice.
  if (way === 'clear') return null;
  return way === 'set' && !isBlank(value) ? value : undefined;
}
