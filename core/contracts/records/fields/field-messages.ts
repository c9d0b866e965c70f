import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Expected types in plain words. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  nan: 'a number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  null: 'null',
  undefined: 'left out',
  void: 'left out',
  never: 'left out',
  file: 'a file',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Must be a valid email',
  url: 'Must be a valid web address',
  date: 'Must be a date such as 2026-01-31',
  time: 'Must be a time such as 09:30:00',
  datetime: 'Must be a date and time such as 2026-01-31T09:30:00Z',
  regex: 'Is not written in the form that is needed here',
  safeint: 'Must be a whole number',
};

const sizes: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const shown = (value: unknown): string => (value === '' ? 'empty' : String(value));

const amount = (value: number | bigint, origin: string): string => {
  const number = value.toLocaleString('en-US', { maximumFractionDigits: 10 });
  const unit = sizes[origin]?.[Number(value) === 1 ? 0 : 1];
  return unit ? `${number} ${unit}` : number;
};

/**
 * `customerPO` is 'Customer PO is required', `itemIDs` 'Item IDs are required', `customerID` 'Customer is required'.
 */
function required(path: readonly PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === 'string' && !/^\d+$/.test(part));
  if (name === undefined || name !== path?.at(-1)) return 'This is required';
  const words = String(name)
    .replace(/ID$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z]+s?$/.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  if (!text) return 'This is required';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${/IDs$/.test(String(name)) ? 'are' : 'is'} required`;
}

/** The message of a union: the faults of the variant that the value resembles, or else a list of the variants. */
function unionMessage(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  const isOtherKind = (issue: z.core.$ZodIssue): boolean =>
    issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  const meant = options.filter((issues) => issues.length && !issues.some(isOtherKind));
  const first = meant.length === 1 ? meant[0]?.[0] : undefined;
  if (first) return first.path.length ? `${first.path.join('.')}: ${first.message}` : first.message;
  const words = options.flatMap((issues) =>
    issues
      .filter(isOtherKind)
      .flatMap((issue) =>
        issue.code === 'invalid_type'
          ? [kinds[issue.expected] ?? issue.expected]
          : issue.code === 'invalid_value'
            ? issue.values.map(shown)
            : [],
      ),
  );
  return words.length ? `Must be ${anyOf([...new Set(words)])}` : 'Fits none of the forms that are possible here';
}

/**
 * The message of an invalid value for fields without a message of their own. zod's messages name types; these name
 * fields. They never contain the sent value.
 */
export function fieldMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if ((issue.input === undefined || issue.input === null) && issue.path?.length) return required(issue.path);
      return `Must be ${kinds[issue.expected] ?? `of the kind ${issue.expected}`}`;
    case 'invalid_value':
      if (issue.input === undefined && issue.path?.length) return required(issue.path);
      return issue.values.length === 1
        ? `Must be ${shown(issue.values[0])}`
        : `Must be one of ${issue.values.map(shown).join(', ')}`;
    case 'too_big': {
      const most = amount(issue.maximum, issue.origin);
      if (!sizes[issue.origin]) return `Must be ${issue.inclusive ? 'at most' : 'less than'} ${most}`;
      const verb = issue.origin === 'string' || issue.origin === 'file' ? 'Must be' : 'Must have';
      return `${verb} ${issue.exact ? 'exactly' : 'at most'} ${most}`;
    }
    case 'too_small': {
      const least = amount(issue.minimum, issue.origin);
      if (!sizes[issue.origin]) return `Must be ${issue.inclusive ? 'at least' : 'more than'} ${least}`;
      if (Number(issue.minimum) === 1 && !issue.exact)
        return issue.origin === 'string' ? required(issue.path) : `Must have at least one ${sizes[issue.origin]?.[0]}`;
      const verb = issue.origin === 'string' || issue.origin === 'file' ? 'Must be' : 'Must have';
      return `${verb} ${issue.exact ? 'exactly' : 'at least'} ${least}`;
    }
    case 'invalid_format':
      if (issue.format === 'starts_with') return `Must begin with ${issue['prefix']}`;
      if (issue.format === 'ends_with') return `Must end with ${issue['suffix']}`;
      if (issue.format === 'includes') return `Must contain ${issue['includes']}`;
      return formats[issue.format] ?? `Must be a valid ${issue.format}`;
    case 'not_multiple_of':
      return `Must be a multiple of ${amount(issue.divisor, 'number')}`;
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      if (issue.discriminator !== undefined && Array.isArray(issue.options))
        return `Must be one of ${issue.options.map(shown).join(', ')}`;
      return unionMessage(issue.errors);
    case 'invalid_key':
      return 'Has a name that cannot be used here';
    default:
      return 'Is not possible here';
  }
}

// Set for all schemas of the process or page, because every contract imports this file.
z.config({ customError: fieldMessage });
