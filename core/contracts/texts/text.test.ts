import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import {
  emailAddress,
  hasCardNumber,
  nameLine,
  noteText,
  numericString,
  parseNumericText,
  personName,
  phoneNumber,
  requiredLine,
  singleLine,
  slug,
  webAddress,
} from './text.ts';

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('the name of a person', () => {
  it.each(['Robin Hale', "Zoë O'Neill-Ávila", 'J. R. Müller', '李 小龍', 'Nguyễn Thị'])('may be %s', (name) =>
    expect(messageOf(personName(), name)).toBeUndefined(),
  );
  it.each(['https://evil.test', 'evil.test', 'Robin <b>', 'Call 555', 'a@b', 'Pay\nnow', '- now', '\u0301\u0301'])(
    'may not be %s',
    (name) => expect(messageOf(personName(), name)).toBe('Letters only, please'),
  );
});

const withCheckDigit = (body: string): string => {
  for (let digit = 0; digit < 10; digit += 1) {
    // The check in its textbook form, written independently of the implementation under test.
    const sum = [...`${body}${digit}`].reverse().reduce((total, character, index) => {
      const value = Number(character) * (index % 2 ? 2 : 1);
      return total + Math.floor(value / 10) + (value % 10);
    }, 0);
    if (sum % 10 === 0) return `${body}${digit}`;
  }
  throw new Error('no check digit');
};
/** Appends the GS1 check digit. */
const ofGoods = (body: string): string => {
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
};
/** Card numbers with the prefixes and lengths of issuers. */
const cardNumber = fc
  .constantFrom<[prefix: string, ...lengths: number[]]>(
    ['4', 13, 16, 19],
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['2720', 16],
    ['34', 15],
    ['37', 15],
    ['6011', 16, 19],
    ['644', 16],
    ['65', 16],
    ['3528', 16],
    ['3589', 16, 19],
    ['300', 14],
    ['305', 14, 16],
    ['36', 14],
    ['39', 14],
    ['50', 13, 16],
    ['56', 19],
    ['67', 16, 18, 19],
  )
  .chain(([prefix, ...lengths]) =>
    fc
      .tuple(fc.constantFrom(...lengths), fc.stringMatching(/^\d{18}$/))
      .map(([length, digits]) => withCheckDigit(`${prefix}${digits}`.slice(0, length - 1))),
  )
  .filter((card) => ![13, 14, 18].includes(card.length) || ofGoods(card.slice(0, -1)) !== card);

describe('hasCardNumber', () => {
  it('finds cards in one piece, grouped, embedded, and in disguise', () => {
    for (const text of [
      '4111111111111111',
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      'card 378282246310005, thanks',
      'x4111111111111111x',
      '12 4111 1111 1111 1111 12/27 123',
      '４１１１１１１１１１１１１１１１',
      '4111\u00a01111\u00a01111\u00a01111',
      '4111\u20131111\u20131111\u20131111',
    ]) {
      expect(hasCardNumber(text), text).toBe(true);
    }
  });

  it('leaves other numbers alone', () => {
    for (const text of [
      '',
      '4111111111111112',
      '411111111111',
      '0000000000000000',
      '4111 1111, 1111 1111',
      '2026-02-28 10:00',
      '1'.repeat(25),
      // These pass the Luhn check, but no issuer has such numbers.
      '7992739871300000',
      '1234567812345670',
      '411111111111116',
      '2720990000000005',
      '37828224631000500',
    ]) {
      expect(hasCardNumber(text), text).toBe(false);
    }
  });

  it('refuses the numbers that card processors give out for trials', () => {
    for (const card of [
      '4242424242424242',
      '4222222222222',
      '5555555555554444',
      '2223003122003222',
      '378282246310005',
      '371449635398431',
      '6011111111111117',
      '6011000990139424',
      '3530111333300000',
      '3566002020360505',
      '30569309025904',
      '38520000023237',
      '36227206271667',
      '6759649826438453',
      '6205500000000000004',
    ])
      expect(hasCardNumber(card), card).toBe(true);
  });

  it('leaves numbers of goods alone, whatever country they begin with', () => {
    // The last three also pass the Luhn check and begin like card numbers.
    for (const code of ['4006381333931', '9780306406157', '4006381330060', '5901234120081', '6901234560046'])
      expect(hasCardNumber(code), code).toBe(false);
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]\d{11,12}$/), (body) => {
        expect(hasCardNumber(ofGoods(body))).toBe(false);
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it('finds every card number of an issuer, Luhn-valid, however grouped, and none with one digit off', () => {
    fc.assert(
      fc.property(
        cardNumber,
        fc.constantFrom('', ' ', '-', ' - '),
        fc.integer({ min: 1, max: 18 }),
        fc.integer({ min: 1, max: 9 }),
        (card, separator, position, off) => {
          const grouped = card.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
          expect(hasCardNumber(`pay ${grouped}.`)).toBe(true);
          const at = position % card.length || 1;
          const wrong = card.slice(0, at) + ((Number(card[at]) + off) % 10) + card.slice(at + 1);
          expect(hasCardNumber(wrong)).toBe(false);
        },
      ),
    );
  });

  it('is quick on long texts', () => {
    expect(hasCardNumber('1 '.repeat(5_000))).toBe(hasCardNumber('1 '.repeat(19)));
  });
});

describe('noteText', () => {
  it('keeps breaks and tabs, of any system', () => {
    expect(noteText.parse('a\tb\r\nc\rd')).toBe('a\tb\nc\nd');
  });

  it('refuses what the content check names', () => {
    expect(messageOf(noteText, 'pay 4111 1111 1111 1111')).toBe('Must not contain a card number');
    expect(messageOf(noteText, 'a\u0000b')).toBe('Must not contain control characters');
    expect(messageOf(noteText, 'a\u0085b')).toBe('Must not contain control characters');
    expect(messageOf(noteText, 'a\ud800b')).toBe('Must not contain control characters');
    expect(messageOf(noteText, 'a'.repeat(10_001))).toBe('Must be at most 10,000 characters');
    expect(noteText.safeParse('a'.repeat(10_000)).success).toBe(true);
  });
});

describe('lines', () => {
  it('are trimmed and plain', () => {
    expect(singleLine(5).parse('  Zoë ')).toBe('Zoë');
    expect(messageOf(singleLine(5), 'abcdef')).toBe('Must be at most 5 characters');
    for (const bad of ['a\nb', 'a\u0000', 'a\u007fb', '\ud800'])
      expect(messageOf(singleLine(50), bad)).toBe('Must not contain control characters');
    expect(messageOf(singleLine(5), 5)).toBe('Must be text');
  });

  it('say their message where they are missing or blank', () => {
    for (const missing of [undefined, null, '', '   '])
      expect(messageOf(requiredLine(10, 'Name is required'), missing)).toBe('Name is required');
  });
});

describe('what things are told apart by', () => {
  it.each([
    'GLOVE',
    'Café',
    '-',
    '李',
    'می\u200Cخواهم',
    'क्\u200Dष',
    'র\u200D্য',
    '👩\u200D🏭',
    '🏳\uFE0F\u200D🌈',
    '1\uFE0F\u20E3',
  ])('may be %s', (text) => {
    for (const schema of [requiredLine(20, 'Missing'), nameLine(20)]) expect(schema.parse(text)).toBe(text);
  });

  it.each(['\u0301', '\u0301\u20DD', '\u0E35', '\u200D', '\u200C\u200D', '\u3164', '\u2800'])(
    'is seen (%j)',
    (text) => {
      for (const schema of [requiredLine(20, 'Missing'), nameLine(20)])
        expect(messageOf(schema, text)).toBe('Must hold letters, digits or signs');
    },
  );

  it.each(['A\u200CB', 'A\u200D', '\u200DA', 'é\u200C', '4\u200D2', 'A\u034FB', 'A\uFE0F', 'کار\u200Cها', '李\u200C'])(
    'has nothing in it that is not seen (%j)',
    (text) => {
      for (const schema of [requiredLine(20, 'Missing'), nameLine(20)])
        expect(messageOf(schema, text)).toBe('Must not contain invisible characters');
    },
  );

  it('may be left out where it is optional', () => expect(nameLine(20).parse(' ')).toBe(''));
});

describe('addresses of all kinds', () => {
  it('web', () => {
    for (const good of ['https://example.com', 'http://shop.example.co.uk/a?b=c#d'])
      expect(webAddress.parse(` ${good} `)).toBe(good);
    for (const bad of [
      '',
      'example.com',
      'javascript:alert(1)',
      'ftp://example.com',
      'https://',
      'https://exa mple.com',
      'https://localhost',
      'https://example.com/a b',
      `https://example.com/${'a'.repeat(2_000)}`,
      'https://example.com/\u0000',
    ]) {
      expect(webAddress.safeParse(bad).success, bad.slice(0, 40)).toBe(false);
    }
  });

  it('email', () => {
    expect(emailAddress.parse(' Ann.Lee+x@Example.COM ')).toBe('ann.lee+x@example.com');
    for (const bad of [
      '',
      'a',
      'a@b',
      'a@b.c',
      'a b@example.com',
      'a@example.com\u0000',
      'a@exa\nmple.com',
      `${'a'.repeat(250)}@example.com`,
    ]) {
      expect(emailAddress.safeParse(bad).success, bad.slice(0, 30)).toBe(false);
    }
    expect(messageOf(emailAddress, 'nope')).toBe('Must be a valid email');
  });

  it('telephone', () => {
    for (const good of ['+1 (555) 010-0100 x12', '555-0100', '(020) 7946 0018', '+49 30 901820', '555.010.0100 ext. 4'])
      expect(phoneNumber.parse(good)).toBe(good);
    for (const bad of ['', 'call me', '12', '+', '555-01O0', '5'.repeat(41)])
      expect(phoneNumber.safeParse(bad).success, bad).toBe(false);
  });

  it('slug', () => {
    expect(slug.parse('north-field-1')).toBe('north-field-1');
    expect(messageOf(slug, 'ab')).toBe('Slug must be at least 3 characters');
    for (const bad of ['North', 'a b c', '-abc', 'abc-', 'ab_c', 'äbc', 'a'.repeat(64)])
      expect(slug.safeParse(bad).success, bad).toBe(false);
  });
});

describe('numeric texts', () => {
  it('may hold commas, and blank is 0', () => {
    const cases: [string, number][] = [
      ['', 0],
      ['  ', 0],
      ['1,234.50', 1234.5],
      ['1234', 1234],
      ['-1,000', -1000],
      ['+.5', 0.5],
      ['5.', 5],
      ['007', 7],
      ['-0', 0],
    ];
    for (const [text, value] of cases) expect(parseNumericText(text), text).toBe(value);
  });

  it('refuses the rest', () => {
    for (const bad of [
      'abc',
      '1,2',
      '12,34',
      '1,,000',
      ',',
      '.',
      '-',
      '1e5',
      '0x1',
      '1 000',
      '--1',
      '1.2.3',
      '1000000000000',
      '0.1234567',
      '9007199254740993',
      '0.10000000000000000001',
    ]) {
      expect(parseNumericText(bad), bad).toBeUndefined();
      expect(messageOf(numericString, bad)).toBe('Invalid number format');
    }
    for (const bad of [null, undefined, true, {}, Number.NaN, 1e300])
      expect(messageOf(numericString, bad)).toBe('Invalid number format');
    expect(numericString.parse(12.5)).toBe(12.5);
    expect(numericString.parse('1,000,000')).toBe(1_000_000);
  });

  it('reads back every number as people write it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), (units) => {
        const value = units / 1_000;
        expect(parseNumericText(value.toLocaleString('en-US', { maximumFractionDigits: 3 }))).toBe(
          value === 0 ? 0 : value,
        );
      }),
    );
  });
});
