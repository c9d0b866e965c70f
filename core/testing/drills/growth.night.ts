import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceName } from '../../auth/sessions/device-name.ts';
import { plainText } from '../../cli/output/text-width.ts';
import { hasCardNumber, noteText } from '../../contracts/texts/text.ts';
import { passwordFault } from '../../credentials/password-rules.ts';
import { safeName } from '../../files/upload-rules.ts';
import { headingKey, matchHeadings } from '../../imports/cells/match-headings.ts';
import { readCell } from '../../imports/cells/read-cell.ts';
import { csvCell } from '../../imports/delimited/csv.ts';
import { openDelimited } from '../../imports/delimited/delimited-table.ts';
import { headingAt } from '../../imports/tables/heading-row.ts';
import { localeStyle, stylesOf } from '../../imports/xlsx/cell-styles.ts';
import { unguarded } from '../../imports/xlsx/formula-guard.ts';
import { numberFormat } from '../../imports/xlsx/xlsx-format.ts';
import { mappedStack } from '../../kernel/problems/mapped-stack.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { maskAddress, maskPath, maskText } from '../../request-log/mask.ts';
import { searchText } from '../../search/search-text.ts';

const cases = Number(process.env['MILLWRIGHT_TEST_FUZZ_CASES'] ?? 50);

const us = localeStyle('en-US', 'USD');

/** Functions that read texts of unknown callers, by name. */
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

/** Parts that slow down ambiguous expressions: blanks, separators, and beginnings of the searched texts. */
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

/** Milliseconds below which no growth is reported. */
const little = 8;

/** Milliseconds of one run by the wall clock. */
function duration(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Milliseconds of processor time for a number of runs. The counter is coarse, so the runs must take long enough. */
function processorTime(work: () => void, runs: number): number {
  const began = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  return process.threadCpuUsage(began).user / 1_000;
}

/** Number of short texts that are as long as one long text. */
const times = 8;

/**
 * Reads a long text, and short ones of the same total length. With linear time both take equally long, including
 * garbage collection; with quadratic time the long one takes `times` as long.
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

/** Whether the time grows faster than the length of the text. */
function growsFaster(read: Read, textOf: TextOf): boolean {
  const first = sameLength(read, textOf, 4_000);
  const long = Math.min(duration(first.long), duration(first.long));
  if (long < little || long / duration(first.parts) < 3) return false;
  // On a busy machine even linear reading of long texts can take some times longer, because of long lists and full
  // caches. So longer texts are measured again by processor time, and growth must show each time.
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
      // Shrinking would repeat the measurements many times.
      { numRuns: cases, endOnFailure: true },
    );
  });

  it('is found out if it searches the rest of the text at each character', () => {
    const looksAhead = (text: string) => [...text].filter((_, at) => text.indexOf('ac', at) >= 0).length;
    expect(growsFaster(looksAhead, (length) => `a${'b'.repeat(499)}`.repeat(length / 500))).toBe(true);
  });
});
