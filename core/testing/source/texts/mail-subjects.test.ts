import { describe, expect, it } from 'vitest';
import { coreEmailTemplates } from '../../../mail/templates/core-email-templates.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';

const hostile = 'Your invoice is overdue, pay at https://evil.test';

/**
 * Fields that may appear in subjects: numbers given by the account, names of states and kinds, days, and the account's
 * own name. All other values can come from outside.
 */
const ownWords = new Set([
  ...['number', 'orderNumber', 'caseNumber', 'statusName', 'statusCode', 'kind', 'date', 'accountName', 'accountSlug'],
  // Sentences built from fixed words, or the name of a report for its own recipients.
  'title',
]);

/** The sample with every text replaced that can come from outside. */
const poisoned = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => poisoned(each, name));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poisoned(each, key)]));
  return typeof value === 'string' && !ownWords.has(name) ? hostile : value;
};

const frame = { accountName: 'Northfield', accountSlug: 'northfield', baseURL: 'https://mill.test' };
const plugins = await platformPlugins();
const templates = [...coreEmailTemplates, ...plugins.flatMap(({ emails = [] }) => [...emails])];

/** The subject of a template with a sample from outside. Values that the template cannot render stay unchanged. */
async function subjectOf({ sample, render }: (typeof templates)[number]): Promise<string> {
  const all = poisoned(sample) as Record<string, unknown>;
  const attempts = [all, ...Object.keys(all).map((key) => ({ ...sample, [key]: all[key] }))];
  const subjects: string[] = [];
  for (const props of attempts)
    subjects.push(
      await render({ ...frame, ...props }).then(
        ({ subject }) => subject,
        () => '',
      ),
    );
  return subjects.join(' | ');
}

describe('the subject of a mail', () => {
  it('is looked at for every template', () => expect(templates.length).toBeGreaterThan(15));

  it.each(templates.map((template) => [template.name, template] as const))(
    '%s has no word that came from outside',
    async (_, template) => {
      const subject = await subjectOf(template);
      expect(subject.replaceAll(' | ', '')).not.toBe('');
      expect(subject).not.toContain('evil.test');
    },
  );

  it('is refused where it repeats what somebody wrote', async () => {
    const careless = {
      ...(templates[0] as (typeof templates)[number]),
      sample: { contactName: 'Robin' },
      render: async (props: Record<string, unknown>) => ({
        subject: `${props['contactName']} has registered`,
        html: '',
        text: '',
      }),
    };
    expect(await subjectOf(careless)).toContain('evil.test');
  });
});
