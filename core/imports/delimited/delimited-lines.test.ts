import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import { delimitedRecords } from './delimited-lines.ts';

const read = (pieces: readonly string[], delimiter = ',') => [...delimitedRecords(pieces, delimiter)];
const cells = (text: string, delimiter = ',') => read([text], delimiter).map((record) => record.cells);

describe('a delimited text in pieces', () => {
  const texts = fc.string({ unit: fc.constantFrom('\r\n', ...'",\r\n\r\n\t; ab\0'), maxLength: 24 });
  const delimiters = fc.constantFrom(',', ';', '\t');

  it('has the records that it has as a whole, wherever it is cut', () => {
    fc.assert(
      fc.property(texts, delimiters, (text, delimiter) => {
        const whole = read([text], delimiter);
        for (let at = 0; at <= text.length; at += 1)
          expect(read([text.slice(0, at), text.slice(at)], delimiter), `cut at ${at}`).toEqual(whole);
        expect(read([...text], delimiter), 'one character each').toEqual(whole);
      }),
      { numRuns: runsOf(1_000), examples: [['a\r\nb', ',']] },
    );
  });

  it('is one record a line, whatever its line breaks are', () => {
    const lines = fc.array(fc.constantFrom('a', 'b,c', '"d\ne",f', '" g "'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (given, lineBreak) => {
        const expected = given.map((each) => cells(each)[0]);
        expect(cells(given.join(lineBreak))).toEqual(expected);
        expect(cells(`${given.join(lineBreak)}${lineBreak}`)).toEqual(expected);
      }),
      { numRuns: runsOf(200) },
    );
  });

  it('counts lines in quotes too; blanks before a quote are no part of the cell, a tab between cells is', () => {
    const lines = (text: string) => read([text]).map((record) => record.line);
    expect(lines('"a\nb\r\nc",d\n"e\rf"\ng\n')).toEqual([1, 4, 6]);
    expect(cells(' \t"a", "b" \t')).toEqual([['a', 'b']]);
    expect(cells(' "a"\t\t"b" ', '\t')).toEqual([['a', '', 'b']]);
  });

  it('takes a quote for a letter where it would swallow lines', () => {
    expect(read(['"a\nb" c,d\ne\n']).map(({ cells: row, fault }) => [row, fault !== undefined])).toEqual([
      [['"a'], true],
      [['b" c', 'd'], false],
      [['e'], false],
    ]);
  });
});
