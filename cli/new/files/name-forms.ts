import { usageFailure } from '@millwright/core/cli';

/** A name in all forms that code needs. */
export interface NameForms {
  /** `equipment-loan`: ids, files, URLs. */
  kebab: string;
  /** `equipment_loan`: tables, permissions, record types. */
  snake: string;
  /** `equipmentLoan` */
  camel: string;
  /** `EquipmentLoan` */
  pascal: string;
  /** `equipment loan` */
  words: string;
  /** `Equipment loan` */
  title: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The forms of a name in kebab-case. */
export function formsOf(kebab: string): NameForms {
  const parts = kebab.split('-');
  const pascal = parts.map(capital).join('');
  const words = parts.join(' ');
  return {
    kebab,
    snake: parts.join('_'),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    words,
    title: capital(words),
  };
}

/** `loan` to `loans`, `batch` to `batches`, `entry` to `entries`; only the last of several words changes. */
export function pluralOf(kebab: string): string {
  if (/[^aeiou]y$/.test(kebab)) return `${kebab.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(kebab) ? `${kebab}es` : `${kebab}s`;
}

/**
 * Singular for a record named after its plugin: `equipment-loans` to `equipment-loan`; undefined for a name that is not
 * a plural.
 */
export function singularOf(kebab: string): string | undefined {
  if (/[^aeiou]ies$/.test(kebab)) return `${kebab.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh)es$/.test(kebab)) return kebab.slice(0, -2);
  return /[^s]s$/.test(kebab) ? kebab.slice(0, -1) : undefined;
}

const longest = 32;

/** Reserved words of JavaScript, and names of its well-known types. */
const reservedWords = new Set(
  `abstract any array as async await boolean break case catch class const continue date debugger declare default delete
  do else enum error export extends false finally for from function get if implements import in infer instanceof
  interface is keyof let map module namespace never new null number object of package private promise protected public
  readonly record regexp require response request return set static string super switch symbol this throw true try type
  typeof undefined unique unknown var void while with yield`.split(/\s+/),
);

/**
 * Validates a name.
 * @throws CommandFailure 2 with the reason and, if possible, a valid name
 */
export function checkedName(what: 'plugin' | 'aggregate' | 'area' | 'widget', name: string): string {
  const subject = `The name of ${/^a/.test(what) ? 'an' : 'a'} ${what}`;
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(name)) {
    const better = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      // A word cannot begin with digits in code: its letters are moved first, and digits alone join the previous word.
      .replaceAll(/(^|-)(\d+)([a-z]+)/g, '$1$3$2')
      .replaceAll(/-(?=\d)|^\d+-?/g, '');
    throw usageFailure(
      `${subject} is in kebab-case: ` +
        'lower-case letters and digits, words that begin with a letter parted by dashes',
      better ? `Try ${better}` : 'Try equipment-loans',
    );
  }
  if (name.length < 2 || name.length > longest)
    throw usageFailure(`${subject} has 2 to ${longest} characters; "${name}" has ${name.length}`);
  if (reservedWords.has(name)) throw usageFailure(`"${name}" is reserved: it means something else in code`);
  return name;
}
