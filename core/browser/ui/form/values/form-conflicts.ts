import { type FormValues, sameValue } from './form-values.ts';

/** A field that another person has changed while it was edited here. */
export interface Conflict {
  name: string;
  theirs: unknown;
  mine: unknown;
}

/** Fields that were changed on both sides to different values. */
export const conflictsOf = (before: FormValues, theirs: FormValues, mine: FormValues): Conflict[] =>
  [...new Set([...Object.keys(before), ...Object.keys(theirs)])]
    .filter(
      (name) =>
        !sameValue(before[name], theirs[name]) &&
        !sameValue(mine[name], before[name]) &&
        !sameValue(mine[name], theirs[name]),
    )
    .map((name) => ({ name, theirs: theirs[name], mine: mine[name] }));

const isID = (text: string): boolean => /^[a-z]+_[0-9a-z]{26}$/.test(text);

/** A value in readable form; undefined for ids and structured values. */
export function conflictText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return isID(value) ? 'another choice' : `‘${value}’`;
  return Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'entry' : 'entries'}` : 'other contents';
}
