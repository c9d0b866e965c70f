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

type Read = (text: string) => unknown;
type TextOf = (length: number) => string;

/** Milliseconds below which nothing is said: what takes so little for a long text grows with nothing. */
const little = 8;

/** Milliseconds of one run by the clock. */
function duration(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Milliseconds of processor time of so many runs; it counts in steps of some, so give it enough to do. */
function processorTime(work: () => void, runs: number): number {
  const began = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  return process.threadCpuUsage(began).user / 1_000;
}

/** How many short texts are as long as a long one. */
const times = 8;

/**
 * Reads a long text, or short ones of the same length together. Both are the same work where a text is read once, also
 * for the garbage collector; the long one is `times` as much where a text is read once for each of its characters.
 */
function sameLength(read: Read, textOf: TextOf, short: number) {
  const text = textOf(short * times);
  const part = textOf(short);
  return {
    long: () => void read(text),
    parts: () => {
      for (let time = 0; time < times; time += 1) read(part);
    },
  };
}

/** Whether a text costs more than its length says. */
function growsFaster(read: Read, textOf: TextOf): boolean {
  const first = sameLength(read, textOf, 4_000);
  const long = Math.min(duration(first.long), duration(first.long));
  if (long < little || long / duration(first.parts) < 3) return false;
  // Long texts may cost some times more although they are read once, most of all on a busy machine: long lists are
  // slower and caches overflow. So look again at longer ones, by processor time, and believe it only if it is so each
  // time.
  const second = sameLength(read, textOf, 16_000);
  const runs = Math.ceil(100 / duration(second.long));
  return [1, 2, 3, 4, 5].every(() => processorTime(second.long, runs) / processorTime(second.parts, runs) > times / 2);
}

describe('what reads texts of strangers', () => {
  it.each(Object.entries(readers))('%s costs as much more as the text is longer', (_, read) => {
    fc.assert(
      fc.property(shape, ([before, pieces, after]) => {
        const repeated = pieces.join('');
        const textOf = (length: number) => before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
        expect(growsFaster(read, textOf)).toBe(false);
      }),
      // A shorter example would have to be timed again and again.
      { numRuns: cases, endOnFailure: true },
    );
  });

  it('is found out if it searches the rest of the text at each character', () => {
    const looksAhead = (text: string) => [...text].filter((_, at) => text.indexOf('ac', at) >= 0).length;
    expect(growsFaster(looksAhead, (length) => `a${'b'.repeat(499)}`.repeat(length / 500))).toBe(true);
  });
});
