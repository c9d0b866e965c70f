import { pathLabel } from '../form/form-values.ts';

const phrases: Record<string, string> = {
  created: 'created this',
  updated: 'changed this',
  deleted: 'deleted this',
  restored: 'restored this',
  status_changed: 'changed the status',
  line_added: 'added a line',
  line_changed: 'changed a line',
  line_removed: 'removed a line',
  email_sent: 'sent an e-mail',
  email_queued: 'queued an e-mail',
  email_failed: 'could not send an e-mail',
};

/** An action's code as part of a sentence: `status_changed` is 'changed the status'. Unknown codes lose their underscores. */
export const actionText = (action: string): string =>
  phrases[action] ?? (action.split('.').at(-1) ?? action).replaceAll('_', ' ');

/** A field's name as people say it. */
export const fieldText = (field: string): string => pathLabel(field);

/** A value of a change as text; records by their name. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'nothing';
  if (typeof value === 'object') {
    const { name, label, number, measure, unit } = value as Record<string, unknown>;
    if (measure !== undefined) return `${String(measure)} ${typeof unit === 'string' ? unit : ''}`.trim();
    const named = name ?? label ?? number;
    return named === undefined ? JSON.stringify(value) : String(named);
  }
  return String(value);
}
