import { pathLabel } from '../form/form-values.ts';

const phrases: Record<string, string> = {
  created: 'created this',
  updated: 'changed this',
  deleted: 'deleted this',
  restored: 'restored this',
  invited: 'sent an invitation',
  removed: 'removed this',
  declined: 'declined the invitation',
  revoked: 'revoked this',
  rotated: 'gave this a new secret',
  status_changed: 'changed the status',
  line_added: 'added a line',
  line_changed: 'changed a line',
  line_removed: 'removed a line',
  email_sent: 'sent an email',
  email_queued: 'queued an email',
  email_failed: 'could not send an email',
};

/** Codes of a thing and what was done to it, such as `target_added`. */
const thingAndVerb = /^(\w+)_(added|changed|removed|linked|unlinked|set|limited|freed)$/;

/**
 * An action's code as part of a sentence: `status_changed` is 'changed the status', `address_added` 'added an address'.
 * Unknown codes lose their underscores.
 */
export function actionText(action: string): string {
  const known = phrases[action];
  if (known) return known;
  const code = action.split('.').at(-1) ?? action;
  const [, thing, verb] = thingAndVerb.exec(code) ?? [];
  if (!thing) return code.replaceAll('_', ' ');
  const article = verb !== 'added' ? 'the' : /^[aeio]/.test(thing) ? 'an' : 'a';
  return `${verb} ${article} ${thing.replaceAll('_', ' ')}`;
}

/** A note after what was done, without the ids that it names for programs: `: Import of customers.csv`. */
export const timelineNote = (note: string | null): string => (note ? `: ${note.replaceAll(/ \(chs_\w+\)/g, '')}` : '');

/** A field's name as people say it. */
export const fieldText = (field: string): string => pathLabel(field);

interface Change {
  field: string;
  from?: unknown;
  to?: unknown;
}

const namings = ['name', 'label', 'number', 'measure'];

/** A group of values without a name of its own, such as the masks of credentials. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !namings.some((key) => key in value);

/** The changes in the form in which people read them: of a group only what differs, each part by itself. */
export const shownChanges = (changes: readonly Change[]): Change[] =>
  changes.flatMap((change) => {
    const { field, from, to } = change;
    if (!isGroup(from) || !isGroup(to)) return [change];
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
      .map((key) => ({ field: `${field}.${key}`, from: from[key], to: to[key] }));
  });

/** A value of a change as text; records by their name. */
export function timelineValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(timelineValue).join(', ') || 'nothing';
  if (typeof value === 'object') {
    const { name, label, number, measure, unit } = value as Record<string, unknown>;
    if (measure !== undefined) return `${String(measure)} ${typeof unit === 'string' ? unit : ''}`.trim();
    const named = name ?? label ?? number;
    return named === undefined ? JSON.stringify(value) : String(named);
  }
  return String(value);
}
