import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { openTable } from './open-table.ts';
import { zipStored } from './zip-archive.ts';

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
      { numRuns: 300 },
    );
  });

  it('answers any bytes with rows or a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('', 'PK\x03\x04', '\xff\xfe'),
        async (bytes, mark) => {
          const outcome = await read(Buffer.concat([latin1(mark), bytes])).then(
            () => 'file_unreadable',
            (problem: { code?: string }) => problem.code,
          );
          expect(outcome).toBe('file_unreadable');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('workbooks', () => {
  const sheet = (data: unknown[][], options = {}) => writeXlsxFile(data as never, options).toBuffer();

  it('reads texts, numbers without noise, dates and truth, and counts rows as the sheet does', async () => {
    const day = new Date(Date.UTC(2026, 1, 28));
    const bytes = await sheet([
      [null, null, null, null, null],
      [{ value: 'SKU' }, { value: 'Price' }, { value: 'Start' }, { value: 'Active' }, null],
      [
        { value: ' 007' },
        { value: 0.1 + 0.2, type: Number },
        { value: day, type: Date, format: 'dd/mm/yyyy' },
        { value: true, type: Boolean },
        null,
      ],
      [null, null, null, null, null],
      [{ value: '8' }, { value: 1e15, type: Number }, { value: 45_000, type: Number }, null, null],
    ]);
    const table = await read(bytes);
    expect(table).toMatchObject({
      kind: 'xlsx',
      encoding: null,
      delimiter: null,
      headings: ['SKU', 'Price', 'Start', 'Active'],
    });
    expect(table.rows).toEqual([
      { row: 1, line: 3, cells: [' 007', '0.3', '2026-02-28', 'true'], numbers: [false, true, false, false] },
      { row: 3, line: 5, cells: ['8', '1000000000000000', '45000', ''], numbers: [false, true, true, false] },
    ]);
  });

  it('reads the sheet that was chosen', async () => {
    const bytes = await writeXlsxFile([
      { sheet: 'One', data: [['a'], ['1']].map((row) => row.map((value) => ({ value }))) },
      { sheet: 'Two & three', data: [['b'], ['2']].map((row) => row.map((value) => ({ value }))) },
    ] as never).toBuffer();
    expect(await read(bytes)).toMatchObject({ sheets: ['One', 'Two & three'], sheet: 'One', cells: [['1']] });
    expect(await read(bytes, { sheet: 'Two & three' })).toMatchObject({ sheet: 'Two & three', cells: [['2']] });
    expect(await reason(bytes, { sheet: 'Four' })).toBe('There is no sheet Four; there are One, Two & three');
  });

  const workbook = (sheetData: string, more: Record<string, string> = {}): Buffer =>
    zipStored(
      new Map(
        Object.entries({
          'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
          ...more,
        }).map(([name, text]) => [name, Buffer.from(text)]),
      ),
    );

  it('reads the values of formulas', async () => {
    const bytes = workbook(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row><row r="3"><c r="A3" t="str"><f>A1</f><v>a</v></c></row><row r="4"><c r="A4" t="e"><v>#DIV/0!</v></c></row>',
    );
    expect((await read(bytes)).cells).toEqual([['2'], ['a'], ['#DIV/0!']]);
  });

  it('refuses bombs, vast sheets, entities, encrypted and damaged files', async () => {
    const cell = '<row r="1"><c r="A1"><v>1</v></c></row>';
    const bomb = await sheet([
      [{ value: 'x'.repeat(30_000) }],
      ...Array.from({ length: 700 }, (_, index) => [{ value: `${index}${'x'.repeat(30_000)}` }]),
    ]);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await reason(bomb)).toContain('too large');
    expect(await reason(workbook(`${cell}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))).toContain(
      'reaches to row 1048576',
    );
    expect(await reason(workbook('<row r="99999999999"><c r="A1"><v>1</v></c></row>'))).toContain('has a cell at');
    expect(await reason(workbook(cell, { 'xl/styles.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }))).toContain(
      'document type',
    );
    expect(
      await reason(workbook('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>')),
    ).toContain('damaged');
    expect(await reason(zipStored(new Map([['readme.txt', Buffer.from('x')]])))).toContain('not a workbook');
    const whole = workbook(cell);
    expect(await reason(whole.subarray(0, whole.length - 30))).toContain('damaged');
    const encrypted = Buffer.from(whole);
    for (let at = encrypted.indexOf('PK\x01\x02'); at >= 0; at = encrypted.indexOf('PK\x01\x02', at + 1))
      encrypted[at + 8] = 1;
    expect(await reason(encrypted)).toContain('password');
  });
});
