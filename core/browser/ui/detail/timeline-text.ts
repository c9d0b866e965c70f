import { pathLabel } from '../form/values/form-values.ts';

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
  task_opened: 'opened a task',
  task_done: 'finished a task',
  task_dropped: 'dropped a task',
  commented: 'commented',
  comment_edited: 'commented (edited)',
  comment_removed: 'wrote a comment that was removed',
  file_infected: 'sent an infected file, which was not kept',
};

/** Action codes of an object and a verb, such as `target_added`. */
const thingAndVerb = /^(\w+)_(added|changed|removed|linked|unlinked|set|limited|freed)$/;

/**
 * An action's code as part of a sentence: `status_changed` is 'changed the status', `address_added` 'added an address'.
 * In unknown codes underscores become spaces.
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

/** A note after the action, without the ids in it: `: Import of customers.csv`. */
export const timelineNote = (note: string | null): string => (note ? `: ${note.replaceAll(/ \(chs_\w+\)/g, '')}` : '');

/** Readable name of a field. */
export const fieldText = (field: string): string => pathLabel(field);

interface Change {
  field: string;
  from?: unknown;
  to?: unknown;
}

const namings = ['name', 'label', 'number', 'measure'];

/** Whether a value is a group of values without a name, such as the masks of credentials. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !namings.some((key) => key in value);

/** The changes in readable form. In a group only the differing parts are shown, each as its own change. */
export const shownChanges = (changes: readonly Change[]): Change[] =>
  changes.flatMap((change) => {
    const { field, from, to } = change;
    if (!isGroup(from) || !isGroup(to)) return [change];
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
      .map((key) => ({ field: `${field}.${key}`, from: from[key], to: to[key] }));
  });

/** A value of a change as text; a record as its name. */
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
