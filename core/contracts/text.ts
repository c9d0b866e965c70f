import { z } from 'zod';
import { decimal } from './decimal.ts';
import { wireDecimal } from './wire-number.ts';

const controlCharacter = /\p{Cc}/u;
const controlCharacterButBreaks = /[^\P{Cc}\n\t]/u;

const invisibleSigns = /[\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;
const onlyASCII = /^[\0-\x7F]*$/;

/**
 * A text in the one form that it has here: composed (NFC), without signs that nobody sees. Asked where texts come in,
 * and nowhere else: two names that look the same are the same then.
 */
export const cleanText = (text: string): string =>
  onlyASCII.test(text) ? text : text.replace(invisibleSigns, '').normalize('NFC');

const noControlCharacters = 'Must not contain control characters';

/**
 * Whether PostgreSQL can store the text and a person can read it on one line: no NUL, no line break, no half of a
 * surrogate pair.
 */
export const isPlainLine = (text: string): boolean => !controlCharacter.test(text) && text.isWellFormed();

const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** Numbers as the issuers of cards give them out: what they begin with, and how long those are. */
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

/** Lengths of numbers on goods, cases and pallets: GTIN-13, GTIN-14, SSCC. */
const goodsLengths = [13, 14, 18];

/**
 * Whether the last digit checks the others as GS1 has it: weights 3 and 1, where Luhn has 2 and 1 and casts out nines.
 */
const isNumberOfGoods = (digits: string): boolean =>
  goodsLengths.includes(digits.length) &&
  [...digits].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10 === 0;

/**
 * Whether the text holds what may be a payment card number: 13 to 19 digits, in one piece or in groups parted by spaces
 * or dashes, that pass the Luhn check and begin as an issuer's cards of that length do (spec commerce section 9). A
 * piece that is a valid number of goods is none: it is scanned all day, and few cards are as long.
 */
export function hasCardNumber(text: string): boolean {
  // Compatibility form: full-width digits and unusual spaces are no way around the check.
  const plain = text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-');
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

/**
 * A note of up to 10,000 characters. The content check of the spec refuses card numbers and control characters; line
 * breaks and tabs are text. Breaks come out as \n, whatever the sender's system writes.
 */
export const noteText = z
  .string()
  .overwrite((text) => text.replace(/\r\n?/g, '\n'))
  .max(10_000, { error: 'Must be at most 10,000 characters' })
  .refine((text) => !controlCharacterButBreaks.test(text) && text.isWellFormed(), { error: noControlCharacters })
  .refine((text) => !hasCardNumber(text), { error: 'Must not contain a card number' });

/** Text of one line, trimmed, at most `max` characters; may be empty. */
export const singleLine = (max: number) =>
  z
    .string({ error: 'Must be text' })
    .trim()
    .max(max, { error: `Must be at most ${max.toLocaleString('en-US')} characters` })
    .refine(isPlainLine, { error: noControlCharacters });

/** Text of one line that must be there; the message also answers a missing field. */
export const requiredLine = (max: number, message: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'Must be text') })
    .trim()
    .min(1, { error: message })
    .max(max, { error: `Must be at most ${max.toLocaleString('en-US')} characters` })
    .refine(isPlainLine, { error: noControlCharacters });

/**
 * The name of a person that a stranger writes, whom mails may name to others: letters with their marks, blanks and ' -
 * and the full stop of an initial, so that no sentence and no address of the web fits in.
 */
export const personName = (message = 'Name is required') =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'Must be text') })
    .trim()
    .min(1, { error: message })
    .max(60, { error: 'Must be at most 60 characters' })
    .refine((text) => /^[\p{L}\p{M}][\p{L}\p{M}'’. -]*$/u.test(text) && !/\.[\p{L}\p{M}]{2}/u.test(text), {
      error: 'Letters only, please',
    });

/** A name that a stranger gives a firm: with digits and signs, but no address of the web. */
export const companyName = (message: string) =>
  requiredLine(200, message).refine((text) => !/:\/\/|\bwww\./i.test(text), { error: 'No web addresses, please' });

/** An http or https address with a domain name. */
export const webAddress = singleLine(2_000)
  // URL parsers drop or encode blanks, the database would store them.
  .refine((text) => !/\s/.test(text), { error: 'Must not contain spaces' })
  .check(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'Must be a valid web address' }));

/** An email address, trimmed and in lower case, so that equal addresses are equal texts. */
export const emailAddress = z
  .string({ error: 'Must be a valid email' })
  .trim()
  .toLowerCase()
  .max(254, { error: 'Must be at most 254 characters' })
  .check(z.email({ error: 'Must be a valid email' }));

const phoneForm = /^\+?[\d(][\d ().\-/]*(?: ?(?:x|ext\.?) ?\d{1,6})?$/i;

/** A telephone number as people write it, with an extension where there is one: '+1 (555) 010-0100 x12'. */
export const phoneNumber = singleLine(40).refine(
  (text) => phoneForm.test(text) && text.replace(/\D/g, '').length >= 5 && text.replace(/\D/g, '').length <= 21,
  { error: 'Must be a valid phone number' },
);

/** Short name of an account in addresses: at least 3 lower-case letters, digits and dashes, no dash at an end. */
export const slug = z
  .string({ error: 'Slug must be at least 3 characters' })
  .trim()
  .min(3, { error: 'Slug must be at least 3 characters' })
  .max(63, { error: 'Slug must be at most 63 characters' })
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, {
    error: 'Slug may hold lowercase letters, digits and dashes and begins and ends with a letter or digit',
  });

/** The message for what is no number (spec operations section 5). */
export const invalidNumberFormat = 'Invalid number format';

// Commas only where thousands end: '12,34' is more likely 12.34 written elsewhere than 1234.
const numberForm = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
const storable = wireDecimal({ scale: 6 });

/** The number in a text such as ' 1,234.50 '; blank is 0; undefined for what is no number of numeric(18,6). */
export function parseNumericText(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  if (trimmed.length > 40 || !/\d/.test(trimmed) || !numberForm.test(trimmed)) return undefined;
  const plain = trimmed.replaceAll(',', '').replace(/^\+/, '').replace(/\.$/, '');
  // The checks run on the text's own digits: a double could hide those it cannot hold.
  const digits = decimal(plain);
  const value = Number(digits.toString());
  return decimal(value).eq(digits) && storable.safeParse(value).success ? value : undefined;
}

/** A number as spreadsheets send it: a number, or a text with or without commas; blank counts as 0. */
export const numericString = z
  .union([z.number(), z.string()], { error: invalidNumberFormat })
  .transform((value, context) => {
    const parsed = typeof value === 'string' ? parseNumericText(value) : storable.safeParse(value).data;
    if (parsed !== undefined) return parsed;
    context.issues.push({ code: 'custom', message: invalidNumberFormat, input: value });
    return z.NEVER;
  });

/** Numbers of rows as people say them, in their order: `4-9, 11`. */
export function rowRangesText(rows: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
