import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import { openTable } from './open-table.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const read = async (bytes: Uint8Array, choices = {}) => {
  const table = await openTable(bytes, choices);
  const rows = [...table.rows()];
  return {
    ...table.format,
    headings: table.headings,
    rows,
    cells: rows.map(({ cells }) => cells),
    warnings: table.warnings(),
  };
};
const reason = async (bytes: Uint8Array, choices = {}): Promise<string> => {
  const error = await read(bytes, choices).then(
    () => undefined,
    (problem: unknown) => problem as { code: string; errors: { path: string; message: string }[] },
  );
  expect(error).toMatchObject({ code: 'file_unreadable', status: 400, errors: [{ path: 'file' }] });
  return error?.errors[0]?.message ?? '';
};

describe('encodings', () => {
  it.each([
    ['utf-8', utf8('name,town\nCafé,Łódź €\n')],
    ['utf-8', utf8('\uFEFFname,town\nCafé,Łódź €\n')],
    ['utf-16le', Buffer.from('\uFEFFname,town\nCafé,Łódź €\n', 'utf16le')],
    ['utf-16le', Buffer.from('name,town\nCafé,Łódź €\n', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFname,town\nCafé,Łódź €\n', 'utf16le').swap16()],
  ])('reads %s', async (encoding, bytes) => {
    expect(await read(bytes)).toMatchObject({
      encoding,
      headings: ['name', 'town'],
      cells: [['Café', 'Łódź €']],
      warnings: [],
    });
  });

  it('takes western bytes for windows-1252, even if the first stands at the end of a long file', async () => {
    const long = `name,price\n${'Plain text,1\n'.repeat(50_000)}`;
    const { encoding, rows } = await read(Buffer.concat([utf8(long), latin1('Caf\xe9 \x96 bar,\x80 3\n')]));
    expect([encoding, rows.at(-1)?.cells, rows.length]).toEqual(['windows-1252', ['Café – bar', '€ 3'], 50_001]);
  });

  it('takes UTF-8 with a few broken bytes for what it is, and says where', async () => {
    const bytes = Buffer.concat([utf8('name,town\nCafé,Zürich\nB'), Buffer.from([0xff]), utf8('d,Köln\n')]);
    expect(await read(bytes)).toMatchObject({
      encoding: 'utf-8',
      cells: [
        ['Café', 'Zürich'],
        ['B\uFFFDd', 'Köln'],
      ],
      warnings: ['1 cell has characters that cannot be read as utf-8, first in line 3'],
    });
  });

  it('reads as it is told and knows no invented names', async () => {
    expect(await read(latin1('a,b\n\xe4,1\n'), { encoding: 'iso-8859-2' })).toMatchObject({ cells: [['ä', '1']] });
    expect(await reason(utf8('a\n1'), { encoding: 'klingon' })).toBe('There is no encoding klingon');
  });
});

describe('delimited files', () => {
  it.each([
    [',', 'a,b,c\n1;2,3|4,5\n'],
    [';', 'a;b;c\n1,5;2,5;3,5\n'],
    ['\t', 'a\tb, c\tc\n1\t2, 3\t4\n'],
    ['|', 'a|b|c\n1|2|3\n'],
    [',', 'single\n1\n2\n'],
    [';', 'sep=;\na;b\n"1,2,3";"4,5,6"\n'],
    [',', '"a, of b",c\n"x, y",1\n"z",2\n'],
  ])('finds the delimiter %j', async (delimiter, text) => {
    expect(await read(utf8(text))).toMatchObject({ delimiter });
  });

  it('reads quotes, line breaks of every kind and blank lines, and counts rows as a spreadsheet does', async () => {
    const text = '\r\n\na,b\r\n"x ""y"" z","two\nlines"\r\n\r\n 5" pipe ,"q" \r3,4\n';
    expect((await read(utf8(text))).rows).toEqual([
      { row: 1, line: 4, cells: ['x "y" z', 'two\nlines'] },
      { row: 3, line: 7, cells: [' 5" pipe ', 'q'] },
      { row: 4, line: 8, cells: ['3', '4'] },
    ]);
  });

  it('says what is wrong with a line, keeps it and goes on', async () => {
    const { rows, warnings } = await read(utf8('a,b\n1,2,3\n"open,2\n3,4\n5,"x"y\n6\n7\0,8\n9'));
    expect(rows.map(({ line, cells, fault }) => [line, cells, fault])).toEqual([
      [2, ['1', '2', '3'], 'This line has 3 cells, the headings have 2'],
      [3, ['"open', '2'], 'This line has a quote that is never closed'],
      [4, ['3', '4'], undefined],
      [
        5,
        ['5', 'xy'],
        'A quote in this line closes before the end of its cell; quotes inside quotes are written twice',
      ],
      [6, ['6'], 'This line has 1 cell, the headings have 2'],
      [7, ['7\uFFFD', '8'], undefined],
      [8, ['9'], 'This line has 1 cell, the headings have 2; the file may be cut here'],
    ]);
    expect(warnings).toEqual([
      '1 cell has characters that cannot be read as utf-8, first in line 7',
      'The last line (8) seems to be cut',
    ]);
  });

  it('takes empty cells behind the headings for nothing', async () => {
    expect(await read(utf8('a,b,,\n1,2,,\n3,4,,\n'))).toMatchObject({
      headings: ['a', 'b'],
      rows: [{ row: 1 }, { row: 2 }],
    });
  });

  it('passes over titles above the headings and says so', async () => {
    const text = 'Stock list\nWarehouse A\n\nSKU;Qty;Unit\nA;1;pc\nB;2;pc\n';
    expect(await read(utf8(text))).toMatchObject({
      delimiter: ';',
      headings: ['SKU', 'Qty', 'Unit'],
      rows: [
        { row: 1, line: 5 },
        { row: 2, line: 6 },
      ],
      warnings: ['2 rows above the headings are not imported: "Stock list", "Warehouse A"'],
    });
    // A row with few headings is not taken for a title if the row below has values.
    expect(await read(utf8('SKU,,\nA,1,2\n'))).toMatchObject({ headings: ['SKU'] });
  });

  it('names what is no table by what it is', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const random = Uint8Array.from({ length: 500 }, (_, index) => (index * 7919 + (index >> 3) * 104_729) % 256);
    expect(await reason(gzipSync('a,b\n1,2\n'))).toBe('It is packed (GZ); unpack it and import the table in it');
    expect(await reason(Buffer.from(png, 'base64'))).toBe('It is a picture (PNG); a table is needed');
    expect(await reason(random)).toContain('no table: it holds bytes');
    expect(await reason(utf8('\uFEFF <html><table><tr><td>a'))).toContain('a web page');
    expect(await reason(utf8('<?xml version="1.0"?><rows/>'))).toContain('XML');
    expect(await reason(utf8('[{"sku":"A"}]'))).toContain('JSON');
    expect(await read(utf8('BM,MZ\n1,2\n'))).toMatchObject({ headings: ['BM', 'MZ'] });
  });

  it('refuses what is no table', async () => {
    expect(await reason(utf8(' \n\n'))).toBe('it is empty');
    expect(await reason(new Uint8Array())).toBe('it is empty');
    expect(await reason(Buffer.from('%PDF-1.7'))).toContain('PDF');
    expect(await reason(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toContain('XLS');
    expect(await reason(utf8(`a\n${'x'.repeat(5_000_000)}`))).toBe('line 2 is too long to be a record');
    expect(await reason(utf8(`a,b\n${'"x,1\n'.repeat(1000)}`))).toContain('too many quotes are never closed');
    expect(await reason(utf8(Array.from({ length: 501 }, (_, index) => `c${index}`).join(',')))).toContain(
      'more than 500 columns',
    );
  });

  it('reads any table back as it was written, whatever the delimiter and encoding', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => text.replaceAll(/[\0\uFEFF\uFFFD]/g, '').normalize());
    const tables = fc
      .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 8 }))
      .chain(([columns, rows]) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      );
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('utf8' as const, 'utf16le' as const),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        async (table, delimiter, encoding, newline, isCut) => {
          const headings = (table[0] ?? []).map((_, index) => `Heading ${index}`);
          const written = (text: string): string =>
            /["\r\n]/.test(text) || text.includes(delimiter) || /^\s|\s$/.test(text)
              ? `"${text.replaceAll('"', '""')}"`
              : text;
          const lines = [headings, ...table].map((row) => row.map(written).join(delimiter)).join(newline);
          const bytes = Buffer.from(`\uFEFF${lines}${isCut ? '' : newline}`, encoding);
          const back = await read(bytes, { delimiter });
          expect(back.headings).toEqual(headings);
          expect(back.rows.every(({ fault }) => fault === undefined)).toBe(true);
          expect(back.cells).toEqual(table.filter((row) => row.some((text) => text.trim() !== '')));
        },
      ),
      { numRuns: runsOf(300) },
    );
  });

  it('answers any bytes with rows or a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('', '\xff\xfe'), async (bytes, mark) => {
        const outcome = await read(Buffer.concat([latin1(mark), bytes])).then(
          () => 'file_unreadable',
          (problem: { code?: string }) => problem.code,
        );
        expect(outcome).toBe('file_unreadable');
      }),
      { numRuns: runsOf(300) },
    );
  });
});
