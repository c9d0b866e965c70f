import { usageFailure } from '@millwright/core/cli';

/** One name in every form that code needs. */
export interface NameForms {
  /** `equipment-loan`: ids, files, addresses. */
  kebab: string;
  /** `equipment_loan`: tables, rights, record types. */
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

/** `loan` to `loans`, `batch` to `batches`, `entry` to `entries`; of several words the last one changes. */
export function pluralOf(kebab: string): string {
  if (/[^aeiou]y$/.test(kebab)) return `${kebab.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(kebab) ? `${kebab}es` : `${kebab}s`;
}

/**
 * The way back, for a record named after its plugin: `equipment-loans` to `equipment-loan`; undefined for what is no
 * plural.
 */
export function singularOf(kebab: string): string | undefined {
  if (/[^aeiou]ies$/.test(kebab)) return `${kebab.slice(0, -3)}y`;
  if (/(s|x|z|ch|sh)es$/.test(kebab)) return kebab.slice(0, -2);
  return /[^s]s$/.test(kebab) ? kebab.slice(0, -1) : undefined;
}

const longest = 32;

/** Words that JavaScript keeps for itself, or whose type everybody means by that name. */
const reservedWords = new Set(
  `abstract any array as async await boolean break case catch class const continue date debugger declare default delete
  do else enum error export extends false finally for from function get if implements import in infer instanceof
  interface is keyof let map module namespace never new null number object of package private promise protected public
  readonly record regexp require response request return set static string super switch symbol this throw true try type
  typeof undefined unique unknown var void while with yield`.split(/\s+/),
);

/**
 * A name as people may choose one.
 * @throws CommandFailure 2 that says what is wrong with it, and where it can a name that would do
 */
export function checkedName(what: 'plugin' | 'aggregate' | 'widget', name: string): string {
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(name)) {
    const better = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      // A word that begins with digits is none in code: its letters go first, and digits alone join the word before
      // them.
      .replaceAll(/(^|-)(\d+)([a-z]+)/g, '$1$3$2')
      .replaceAll(/-(?=\d)|^\d+-?/g, '');
    throw usageFailure(
      `The name of a ${what} is in kebab-case: ` +
        'lower-case letters and digits, words that begin with a letter parted by dashes',
      better ? `Try ${better}` : 'Try equipment-loans',
    );
  }
  if (name.length < 2 || name.length > longest)
    throw usageFailure(`The name of a ${what} has 2 to ${longest} characters; "${name}" has ${name.length}`);
  if (reservedWords.has(name)) throw usageFailure(`"${name}" is reserved: it means something else in code`);
  return name;
}
