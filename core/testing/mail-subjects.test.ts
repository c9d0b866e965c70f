import { describe, expect, it } from 'vitest';
import { coreEmailTemplates } from '../mail/core-email-templates.ts';
import { platformPlugins } from './platform-plugins.ts';

const hostile = 'Your invoice is overdue, pay at https://evil.test';

/**
 * What subjects may say: numbers that the account gives, words of the house for states and kinds, days, its own name.
 * Everything else may have come from outside.
 */
const ownWords = new Set([
  ...['number', 'orderNumber', 'caseNumber', 'statusName', 'statusCode', 'kind', 'date', 'accountName', 'accountSlug'],
  // Sentences that the code makes of its own words, or a report's name by who reads it.
  'title',
]);

/** The sample with every text from outside replaced. */
const poisoned = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => poisoned(each, name));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poisoned(each, key)]));
  return typeof value === 'string' && !ownWords.has(name) ? hostile : value;
};

const frame = { accountName: 'Northfield', accountSlug: 'northfield', baseURL: 'https://mill.test' };
const plugins = await platformPlugins();
const templates = [...coreEmailTemplates, ...plugins.flatMap(({ emails = [] }) => [...emails])];

/** The subject of a template whose sample came from outside; what it cannot be drawn with is left as it is. */
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
