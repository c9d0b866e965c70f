import { crc32, deflateRawSync } from 'node:zlib';
import type { Cell, ReportTable } from '../../contracts/index.ts';

const escaped = (text: string): string =>
  text
    // Control characters are not allowed in XML, not even written as references.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Texts are written as text cells, so that none is read as a formula. */
const cell = (value: Cell | undefined, style: number): string =>
  value === null || value === undefined || value === ''
    ? '<c/>'
    : typeof value === 'number'
      ? `<c s="${style}"><v>${value}</v></c>`
      : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

function sheet({ columns, rows, totals }: ReportTable): string {
  const styleOf = (kind: string): number => (kind === 'money' ? 2 : 0);
  const lines = [
    columns.map(({ label }) => cell(label, 1)),
    ...rows.map(({ cells }) => columns.map(({ name, kind }) => cell(cells[name], styleOf(kind)))),
    ...(totals ? [columns.map(({ name }, index) => (index === 0 ? cell('Total', 1) : cell(totals[name], 3)))] : []),
  ];
  const widths = columns.map(({ kind }, index) => {
    const width = kind === 'text' ? 26 : 14;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">
    <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
    <cols>${widths.join('')}</cols><sheetData>${lines
      .map((line) => `<row>${line.join('')}</row>`)
      .join('')}</sheetData></worksheet>`;
}

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/>
  </font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill>
  <patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1">
  <xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/>
  <xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" numFmtId="4" applyFont="1" applyNumberFormat="1"/>
  </cellXfs></styleSheet>`;

/** A ZIP archive of files. */
function archive(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    // Common fields of both headers: version 2.0, names in UTF-8, deflated, 1 January 1980.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, title, packed);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, title);
    offset += 30 + title.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** The table of a report as a workbook of one sheet. */
export const workbookOf = (title: string, table: ReportTable): Uint8Array =>
  archive([
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packaged}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>
        <Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>
        <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packaged}/relationships">
        <Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>
        <sheet name="${escaped(title).slice(0, 31)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packaged}/relationships">
        <Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
    ['xl/worksheets/sheet1.xml', sheet(table)],
  ]);
