import { z } from 'zod';
import { madeOnce } from '../endpoints/made-once.ts';
import { decimal } from '../numbers/decimal.ts';
import { wireDecimal } from '../numbers/wire-number.ts';

const controlCharacter = /\p{Cc}/u;
const controlCharacterButBreaks = /[^\P{Cc}\n\t]/u;

/**
 * Soft hyphens, zero-width spaces, direction marks, invisible operators and tags. Zero-width joiners stay, because some
 * scripts need them.
 */
export const invisibleSigns =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
/** Texts that look the same in every form of Unicode. */
export const onlyASCII = /^[\0-\x7F]*$/;

/**
 * The canonical form of a text: composed (NFC) and without invisible characters. Applied only where texts enter the
 * system, so that names that look the same are the same.
 */
export const cleanText = (text: string): string =>
  onlyASCII.test(text) ? text : text.replace(invisibleSigns, '').normalize('NFC');

const noControlCharacters = 'Must not contain control characters';

/**
 * Whether PostgreSQL can store the text and a person can read it on one line: no NUL, no line break, no unpaired
 * surrogate.
 */
export const isPlainLine = (text: string): boolean => !controlCharacter.test(text) && text.isWellFormed();

/** A character that is visible by itself: no combining mark, no blank, no invisible character. */
const visibleSign = /[^\p{M}\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Arabic letters that never join the next one: a joiner after them is invisible. */
const endsItsJoin =
  '\u0622-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699' +
  '\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5';
const joinsNext = `(?![${endsItsJoin}])\\p{Script=Arabic}\\p{M}{0,8}`;
/** Signs that end a syllable in Indic scripts: a joiner beside them changes the shape of the next letter. */
const virama =
  '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2\u1B44' +
  '\uA806\uA8C4\uA9C0\u{11046}\u{110B9}\u{11133}';
const pictured = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?';
const joiners = new RegExp(
  [
    `(?<=${joinsNext})\u200C(?=\\p{Script_Extensions=Arabic})`,
    `(?<=[${virama}])[\u200C\u200D]|[\u200C\u200D](?=[${virama}])`,
    `(?<=${pictured})\u200D(?=\\p{Extended_Pictographic})`,
  ].join('|'),
  'gu',
);
const ignored =
  /[\u034F\u115F\u1160\u17B4\u17B5\u200C-\u200D\u3164\uFFA0]|(?<=[\p{Script=Latin}\p{P}])[\uFE00-\uFE0F]/u;

/** Whether a text has a visible character. Combining marks without a letter do not count. */
export const isVisible = (text: string): boolean => visibleSign.test(text);

/**
 * Reason why a text cannot identify a record, or undefined. A key needs a visible character, and an invisible one would
 * make two keys that look the same. Joiners are valid where they change the shape of a letter or picture.
 */
export function nameFault(text: string): string | undefined {
  if (onlyASCII.test(text)) return undefined;
  if (!isVisible(text)) return 'Must hold letters, digits or signs';
  return ignored.test(text.replace(joiners, '')) ? 'Must not contain invisible characters' : undefined;
}

/** `nameFault` as a check of a schema; an empty text is valid. */
const judgeName: z.core.CheckFn<string> = ({ value, issues }) => {
  const fault = value === '' ? undefined : nameFault(value);
  if (fault !== undefined) issues.push({ code: 'custom', message: fault, input: value });
};

const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** Card numbers by issuer: prefixes and lengths. */
const issuedForms = [
  // Visa
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  // Mastercard
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  // American Express
  /^3[47]\d{13}$/,
  // Discover
  /^(?:6011|64[4-9]\d|65\d\d)\d{12,15}$/,
  // JCB
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  // Diners Club
  /^3(?:0[0-5]|[689]\d)\d{11,16}$/,
  // Maestro and UnionPay
  /^(?:50|5[6-9]|6\d)\d{11,17}$/,
];

const isCardNumber = (digits: string): boolean =>
  digits.length >= 13 && passesLuhn(digits) && issuedForms.some((form) => form.test(digits));

/** As many digits as the shortest card has, in groups that may form one number. Few texts have them. */
const enoughDigits = /\d(?:[ -]{0,3}\d){12}/;

/** Lengths of GTIN-13, GTIN-14 and SSCC. */
const goodsLengths = [13, 14, 18];

/** Whether the last digit is the GS1 check digit of the others (weights 3 and 1). */
const isNumberOfGoods = (digits: string): boolean =>
  goodsLengths.includes(digits.length) &&
  [...digits].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10 === 0;

/**
 * Whether the text may contain a payment card number: 13 to 19 digits, possibly in groups separated by spaces or
 * dashes, that pass the Luhn check and have an issuer's prefix and length (spec commerce section 9). A number with a
 * valid GS1 check digit is not taken for a card, because such numbers are scanned all day.
 */
export function hasCardNumber(text: string): boolean {
  // The compatibility form (NFKC) converts full-width digits and unusual spaces, so that these do not evade the check.
  const plain = onlyASCII.test(text) ? text : text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-');
  if (!enoughDigits.test(plain)) return false;
  const groups = [...plain.matchAll(/\d+/g)].map((match) => ({
    digits: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  for (const [first, group] of groups.entries()) {
    let digits = group.digits;
    for (let next = first + 1; ; next += 1) {
      if (digits.length > 19) break;
      if (isCardNumber(digits) && !(next === first + 1 && isNumberOfGoods(digits))) return true;
      const [before, after] = [groups[next - 1], groups[next]];
      if (!before || !after || !/^[ -]{1,3}$/.test(plain.slice(before.end, after.start))) break;
      digits += after.digits;
    }
  }
  return false;
}

/** Refuses card numbers: a check of all texts in which people write freely. */
export const noCardNumber = z.refine<string>((text) => !hasCardNumber(text), {
  error: 'Must not contain a card number',
});

/**
 * A note of up to 10,000 characters with line breaks and tabs. Card numbers and control characters are refused, as the
 * spec requires. Line breaks are normalized to \n.
 */
export const noteText = z
  .string()
  .overwrite((text) => text.replace(/\r\n?/g, '\n'))
  .max(10_000, { error: 'Must be at most 10,000 characters' })
  .refine((text) => !controlCharacterButBreaks.test(text) && text.isWellFormed(), { error: noControlCharacters })
  .check(noCardNumber);

/** Text of one line, trimmed, at most `max` characters; may be empty. */
export const singleLine = madeOnce((max: number) =>
  z
    .string({ error: 'Must be text' })
    .trim()
    .max(max, { error: `Must be at most ${max.toLocaleString('en-US')} characters` })
    .refine(isPlainLine, { error: noControlCharacters }),
);

/**
 * Optional text of one line that identifies something or gives a reason, such as a customer number or a lot number.
 * Visible and unambiguous like `requiredLine`, unless empty.
 */
export const nameLine = (max: number) => singleLine(max).check(judgeName);

/** A required, visible text of one line (`nameFault`); the message is also given for a missing field. */
export const requiredLine = madeOnce((max: number, message: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'Must be text') })
    .trim()
    .min(1, { error: message })
    .max(max, { error: `Must be at most ${max.toLocaleString('en-US')} characters` })
    .refine(isPlainLine, { error: noControlCharacters })
    .check(judgeName),
);

/**
 * A person's name entered by a stranger, which mails may show to other people. Allowed are letters with their marks,
 * spaces, ', - and the full stop of initials, so that no sentence or web address fits in.
 */
export const personName = (message = 'Name is required') =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'Must be text') })
    .trim()
    .min(1, { error: message })
    .max(60, { error: 'Must be at most 60 characters' })
    .refine((text) => /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(text) && !/\.[\p{L}\p{M}]{2}/u.test(text), {
      error: 'Letters only, please',
    });

/** A company name entered by a stranger: digits and punctuation are allowed, web addresses are not. */
export const companyName = (message: string) =>
  requiredLine(200, message).refine((text) => !/:\/\/|\bwww\./i.test(text), { error: 'No web addresses, please' });

/** An http or https address with a domain name. */
export const webAddress = singleLine(2_000)
  // URL parsers drop or encode spaces, but the database would store them.
  .refine((text) => !/\s/.test(text), { error: 'Must not contain spaces' })
  .check(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'Must be a valid web address' }));

/** An email address, trimmed and in lower case, so that equal addresses are equal texts. */
export const emailAddress = z
  .string({ error: 'Must be a valid email' })
  .trim()
  .toLowerCase()
  .max(254, { error: 'Must be at most 254 characters' })
  .check(z.email({ error: 'Must be a valid email' }));

/** Whom a mail goes to. */
export const mailAddresses = z.array(emailAddress).max(20, { error: 'At most 20 addresses' });

const phoneForm = /^\+?[\d(][\d ().\-/]*(?: ?(?:x|ext\.?) ?\d{1,6})?$/i;

/** A telephone number, optionally with an extension: '+1 (555) 010-0100 x12'. */
export const phoneNumber = singleLine(40).refine(
  (text) => phoneForm.test(text) && text.replace(/\D/g, '').length >= 5 && text.replace(/\D/g, '').length <= 21,
  { error: 'Must be a valid phone number' },
);

/** Slug of an account in addresses: at least 3 lower-case letters, digits and dashes, with no dash at the ends. */
export const slug = z
  .string({ error: 'Slug must be at least 3 characters' })
  .trim()
  .min(3, { error: 'Slug must be at least 3 characters' })
  .max(63, { error: 'Slug must be at most 63 characters' })
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, {
    error: 'Slug may hold lowercase letters, digits and dashes and begins and ends with a letter or digit',
  });

/** The message for a text that is no number (spec operations section 5). */
export const invalidNumberFormat = 'Invalid number format';

// Commas are accepted only between thousands: '12,34' is more likely 12.34 in another notation than 1234.
const numberForm = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
const storable = wireDecimal({ scale: 6 });

/**
 * The number in a text such as ' 1,234.50 '; 0 for blank text; undefined for a text that is no number of numeric(18,6).
 */
export function parseNumericText(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  if (trimmed.length > 40 || !/\d/.test(trimmed) || !numberForm.test(trimmed)) return undefined;
  const plain = trimmed.replaceAll(',', '').replace(/^\+/, '').replace(/\.$/, '');
  // The checks use the text's own digits, because a double may lose some of them.
  const digits = decimal(plain);
  const value = Number(digits.toString());
  return decimal(value).eq(digits) && storable.safeParse(value).success ? value : undefined;
}

/** A number as spreadsheets send it: a number, or a text with or without thousands separators; blank counts as 0. */
export const numericString = z
  .union([z.number(), z.string()], { error: invalidNumberFormat })
  .transform((value, context) => {
    const parsed = typeof value === 'string' ? parseNumericText(value) : storable.safeParse(value).data;
    if (parsed !== undefined) return parsed;
    context.issues.push({ code: 'custom', message: invalidNumberFormat, input: value });
    return z.NEVER;
  });

/** Row numbers as ranges, in their order: `4-9, 11`. */
export function rowRangesText(rows: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
