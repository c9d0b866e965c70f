import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceName } from '../auth/device-name.ts';
import { plainText } from '../cli/text-width.ts';
import { hasCardNumber, noteText } from '../contracts/text.ts';
import { passwordFault } from '../credentials/password-rules.ts';
import { safeName } from '../files/upload-rules.ts';
import { localeStyle, stylesOf } from '../imports/cell-styles.ts';
import { csvCell } from '../imports/csv.ts';
import { openDelimited } from '../imports/delimited-table.ts';
import { unguarded } from '../imports/formula-guard.ts';
import { headingAt } from '../imports/heading-row.ts';
import { headingKey, matchHeadings } from '../imports/match-headings.ts';
import { readCell } from '../imports/read-cell.ts';
import { numberFormat } from '../imports/xlsx-format.ts';
import { mappedStack } from '../kernel/mapped-stack.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { maskAddress, maskPath, maskText } from '../request-log/mask.ts';
import { searchText } from '../search/search-text.ts';

const cases = Number(process.env['MILLWRIGHT_TEST_FUZZ_CASES'] ?? 50);

const us = localeStyle('en-US', 'USD');

/** What meets texts of strangers, by name. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  clientNetwork,
  deviceName,
  passwordFault: (text) => passwordFault(text, { name: text, email: 'a@b.test', username: null }),
  hasCardNumber,
  noteText: (text) => noteText.safeParse(text),
  plainText,
  safeName: (text) => safeName(text, 'text/plain'),
  stylesOf: (text) => stylesOf(text, false),
  openDelimited: (text) => {
    try {
      return [...openDelimited(new TextEncoder().encode(text), {}).rows()].length;
    } catch {
      return undefined;
    }
  },
  headingAt: (text) => headingAt([{ cells: [text] }, { cells: [text, text] }]),
  headingKey,
  matchHeadings: (text) => matchHeadings([text], [{ name: 'sku', label: 'SKU' }]),
  readDecimal: (text) => readCell(text, { name: 'a', label: 'A', kind: 'decimal' }, us),
  readDate: (text) => readCell(text, { name: 'a', label: 'A', kind: 'date' }, us),
  readChoice: (text) => readCell(text, { name: 'a', label: 'A', kind: 'choice', choices: ['net_30'] }, us),
  numberFormat: (text) => numberFormat(164, text),
  csvCell,
  unguarded,
  mappedStack,
  maskAddress,
  maskPath,
  maskText,
  searchText,
};

/** What ambiguous expressions stumble over: blanks, separators, and the beginnings of what is looked for. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[' ', '\t', '\n', '\r', ',', ';', '|', '.', '-', '_', '/', ':', '=', '@', '?', '&', '%', '"', "'"],
  ),
  fc.constantFrom(...['(', ')', '[', ']', '<', '>', '0', '1 ', 'a', 'A', '\u00a0', '\u0301', '\uFF1D', '\u{1F9E4}']),
  fc.constantFrom(
    ...['eyJ', '-eyJab', 'sk_', 'sk-a', 'token=', 'token="', 'password ', 'cookie', 'bearer ', '//', '?code='],
  ),
  fc.constantFrom(...['"a', "'=", ";'=", 'file://', '/.build/', '.js:1', 'Version/', 'Safari', '_x000D_', '=1;']),
);
const shape = fc.tuple(fc.string({ maxLength: 4 }), fc.array(piece, { minLength: 1, maxLength: 3 }), piece);

const short = 4_000;
/** Milliseconds below which nothing is said: what takes so little for a long text grows with nothing. */
const little = 8;

/** Times: twice eight and some, far from the square of eight. */
const most = 25;

/**
 * The least of some runs: the others are the machine's. Processor time would count in steps of milliseconds, too coarse
 * here.
 */
function cost(read: (text: string) => unknown, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const began = performance.now();
    read(text);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/**
 * How many times more eight times the text costs: 8 where it is read once, 64 where it is read once for each of its
 * signs.
 */
function growth(read: (text: string) => unknown, textOf: (length: number) => string): number {
  const long = cost(read, textOf(short * 8));
  return long < little ? 1 : long / Math.max(cost(read, textOf(short)), little / 100);
}

describe('what reads texts of strangers', () => {
  it.each(Object.entries(readers))('%s costs as much more as the text is longer', (_, read) => {
    fc.assert(
      fc.property(shape, ([before, pieces, after]) => {
        const repeated = pieces.join('');
        const textOf = (length: number) => before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
        // A busy machine may spoil one look, not three.
        let least = growth(read, textOf);
        for (let look = 1; look < 3 && least > most; look += 1) least = Math.min(least, growth(read, textOf));
        expect(least).toBeLessThan(most);
      }),
      { numRuns: cases },
    );
  });
});
