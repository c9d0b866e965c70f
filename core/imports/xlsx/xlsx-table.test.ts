import fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { patience } from '../../testing/calls/until.ts';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import { spreadsheetFault } from '../cells/read-cell.ts';
import { openTable } from '../tables/open-table.ts';
import { UnreadableWorkbookError } from './xlsx-package.ts';
import { openXlsx } from './xlsx-table.ts';
import { readWorkbook } from './xlsx-workbook.ts';

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
const reason = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (problem: { code: string; errors: { message: string }[] }) => {
      expect(problem).toMatchObject({ code: 'file_unreadable', status: 400, errors: [{ path: 'file' }] });
      return problem.errors[0]?.message ?? '';
    },
  );

const sheet = (data: SheetData, options = {}) => writeXlsxFile(data, options).toBuffer();

const files = (sheetData: string, more: Record<string, string> = {}): Zippable =>
  Object.fromEntries(
    Object.entries({
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships>' +
        '<Relationship Id="rId1" Type="urn:x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
      ...more,
    }).map(([name, text]) => [name, strToU8(text)]),
  );
const workbook = (sheetData: string, more: Record<string, string> = {}): Buffer =>
  Buffer.from(zipSync(files(sheetData, more)));
const heading = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>';

describe('a workbook', () => {
  it('gives texts, numbers without noise, dates and truth, and counts rows as the sheet does', async () => {
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
      { row: 3, line: 5, cells: ['8', '1000000000000000', '45000', ''], numbers: [false, true, true] },
    ]);
  });

  it('gives digits as their format shows them, and days and times of either calendar', async () => {
    const codes = [
      '00000',
      '000\\-00',
      '&quot;SKU-&quot;0000',
      '#,##0',
      '0.00',
      '[$-409]d\\-mmm\\-yy',
      'hh:mm',
      '[h]:mm',
    ];
    const named = codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`);
    const used = codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
    const styles = `<styleSheet><numFmts>${named.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/>${used.join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`;
    const values: [number, number][] = [
      ...[7, 12_345, 42, 1_234, 2.5].map((value, index): [number, number] => [value, index + 1]),
      [46_081, 6],
      [0.75, 7],
      [1.5, 8],
      [46_081.5, 9],
      [123_456, 1],
      [-7, 1],
    ];
    const rows = values.map(
      ([value, style], index) => `<row r="${index + 2}"><c r="A${index + 2}" s="${style}"><v>${value}</v></c></row>`,
    );
    const texts = async (workbookPr: string) => {
      const bytes = workbook(heading + rows.join(''), {
        'xl/styles.xml': styles,
        'xl/workbook.xml': `<workbook>${workbookPr}<sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`,
      });
      return (await read(bytes)).cells.flat();
    };
    expect(await texts('')).toEqual([
      ...['00007', '123-45', 'SKU-0042', '1234', '2.5', '2026-02-28', '18:00:00', '1.5'],
      ...['2026-02-28 12:00:00', '123456', '-7'],
    ]);
    expect((await texts('<workbookPr date1904="1"/>'))[5]).toBe('2030-03-01');
  });

  it('gives the values of formulas, and a fault for one that has none', async () => {
    const { cells } = await read(
      workbook(
        `${heading}<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row><row><c t="str"><f>A1</f><v>a</v></c></row>
        <row r="4"><c r="A4" t="e"><v>#DIV/0!</v></c></row><row r="5"><c r="A5"><f>SUM(B1:B9)</f><v></v></c></row>
        <row r="6"><c r="A6" t="str"><f>""</f><v></v></c><c r="B6"><v>1</v></c></row>`,
      ),
    );
    expect(cells).toEqual([
      ['2', ''],
      ['a', ''],
      ['#DIV/0!', ''],
      ['#NOVALUE!', ''],
      ['', '1'],
    ]);
    expect(spreadsheetFault('#NOVALUE!')).toContain('formula without a value');
  });

  it('gives texts of several runs and escapes, without reading aids', async () => {
    const strings = '<sst><si><r><t>Gr</t></r><r><t xml:space="preserve">een </t></r><rPh><t>aid</t></rPh></si></sst>';
    const { cells } = await read(
      workbook(
        `${heading}<row r="2"><c r="A2" t="s"><v>0</v></c></row>
        <row r="3"><c r="A3" t="str"><v>a_x000D_b &amp; &#228;</v></c></row>`,
        { 'xl/sharedStrings.xml': strings },
      ),
    );
    expect(cells).toEqual([['Green '], ['a\rb & ä']]);
  });

  it('is read from the sheet that was chosen, else from the first that holds something', async () => {
    const rows = (...texts: string[]) => texts.map((value) => [{ value }]);
    const bytes = await writeXlsxFile([
      { sheet: 'Cover', data: [] },
      { sheet: 'One', data: rows('a', '1') },
      { sheet: 'Two & three', data: rows('b', '2') },
    ]).toBuffer();
    expect(await read(bytes)).toMatchObject({
      sheets: ['Cover', 'One', 'Two & three'],
      sheet: 'One',
      cells: [['1']],
      warnings: ['Cover: nothing is in this sheet'],
    });
    expect(await read(bytes, { sheet: 'Two & three' })).toMatchObject({ sheet: 'Two & three', cells: [['2']] });
    expect(await reason(read(bytes, { sheet: 'Four' }))).toBe(
      'There is no sheet Four; there are Cover, One, Two & three',
    );
    expect(await reason(read(bytes, { sheet: 'Cover' }))).toBe(
      'The sheet Cover is empty; there are also One, Two & three',
    );
  });

  it('may have titles above its headings, which are named', async () => {
    const bytes = await sheet([
      [{ value: 'Price list 2026' }, null, null],
      [{ value: 'As of' }, null, null],
      [{ value: 'SKU' }, { value: 'Price' }, { value: 'Unit' }],
      [{ value: 'A' }, { value: 1, type: Number }, { value: 'pc' }],
    ]);
    expect(await read(bytes)).toMatchObject({
      headings: ['SKU', 'Price', 'Unit'],
      rows: [{ row: 1, line: 4 }],
      warnings: ['2 rows above the headings are not imported: "Price list 2026", "As of"'],
    });
  });

  it('is refused with document types, out of order, protected or damaged', async () => {
    const cell = '<row r="1"><c r="A1"><v>1</v></c></row>';
    expect(await reason(read(workbook(cell, { 'xl/styles.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x/>' })))).toContain(
      'document type',
    );
    expect(await reason(read(workbook(`<row r="2"/>${cell}`)))).toContain('row 1 is out of place');
    expect(await reason(read(workbook('<row r="99999999999"/>')))).toContain('out of place');
    expect(await reason(read(workbook('<row r="1"><c r="ABCD1"><v>1</v></c></row>')))).toContain('a cell at ABCD1');
    expect(await reason(read(workbook('')))).toBe('The sheet S is empty');
    expect(await reason(read(Buffer.from(zipSync({ 'readme.txt': strToU8('x') }))))).toContain('not a workbook');
    const whole = workbook(cell);
    expect(await reason(read(whole.subarray(0, whole.length - 30)))).toContain('damaged');
    const encrypted = Buffer.from(whole);
    for (let at = encrypted.indexOf('PK\x01\x02'); at >= 0; at = encrypted.indexOf('PK\x01\x02', at + 1))
      encrypted[at + 8] = (encrypted[at + 8] ?? 0) | 1;
    expect(await reason(read(encrypted))).toContain('password');
  });
});

describe('the limits of a workbook', () => {
  const declaring = (size: number): Buffer => {
    const bytes = workbook(heading + '<row r="2"><c r="A2"><v>1</v></c></row>'.padEnd(5_000));
    const at = bytes.lastIndexOf('PK\x01\x02');
    bytes.writeUInt32LE(size, at + 24);
    return bytes;
  };

  it('hold against bombs, whatever their size is said to be', async () => {
    expect(await reason(read(declaring(200_000_000)))).toContain('too large (more than 128 MB unpacked)');
    expect(await reason(read(declaring(100)))).toContain('damaged');
  });

  it('count the text of cells, not that of the file, and the columns', async () => {
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>` };
    const cells = Array.from({ length: 2_200 }, (_, index) => `<row r="${index + 2}"><c t="s"><v>0</v></c></row>`);
    expect(await reason(read(workbook(heading + cells.join(''), shared)))).toContain('too much text');
    expect(await reason(read(workbook(`${heading}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)))).toContain(
      'Row 1048576 has a value in column 16384',
    );
    // Cells that are only formatted do not count.
    expect(
      await read(workbook(`${heading}<row r="1048576"><c r="A1048576"><v>1</v></c><c r="XFD1048576" s="1"/></row>`)),
    ).toMatchObject({ rows: [{ line: 1_048_576, cells: ['1'] }] });
  });

  it('of time and memory end the reading and nothing else', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `<si><t>${index}</t></si>`).join('');
    const bytes = workbook(heading, { 'xl/sharedStrings.xml': `<sst>${many.repeat(10)}</sst>` });
    expect(await reason(openXlsx(bytes, {}, { time: 1, memory: 64 }))).toContain('takes too long');
    expect(await reason(openXlsx(bytes, {}, { time: patience, memory: 4 }))).toContain('too much memory');
    expect((await read(workbook(`${heading}<row r="2"><c r="A2"><v>1</v></c></row>`))).cells).toEqual([['1']]);
  });

  it('let markup that is nonsense be read once, not once for each of its characters', async () => {
    for (const nonsense of ["<sheet\t'", '<c r="', '<row ', '&', '<!--'])
      expect(await reason(read(workbook('', { 'xl/workbook.xml': nonsense.repeat(400_000) })))).toContain('damaged');
  });

  it('answer a workbook with bytes changed at will with rows or a reason', async () => {
    const whole = workbook(`${heading}<row r="2"><c r="A2" t="s"><v>0</v></c></row>`, {
      'xl/sharedStrings.xml': '<sst><si><t>x</t></si></sst>',
    });
    const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const outcome = await readWorkbook(bytes, undefined, () => {}).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(outcome === undefined || outcome instanceof UnreadableWorkbookError).toBe(true);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('make many files wait for their turn', async () => {
    const bytes = workbook(`${heading}<row r="2"><c r="A2"><v>1</v></c></row>`);
    const read6 = await Promise.all(Array.from({ length: 6 }, () => read(bytes)));
    expect(read6.map(({ cells }) => cells)).toEqual(Array(6).fill([['1']]));
  });
});
