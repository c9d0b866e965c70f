/// <reference path="./pdfmake.d.ts" />
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import pdfmake, { type Block } from 'pdfmake';
import type { PaperRow, PrintedDocument } from './printed-document.ts';

const regular = createRequire(import.meta.url).resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf');
const fonts = dirname(regular);

const ink = '#1f2933';
const quiet = '#52606d';
const rule = '#d5dbe1';

/** Words longer than their column may be broken, because part numbers and addresses have no spaces. */
const breakable = (text: string): string => text.replaceAll(/\S{24}(?=\S)/g, '$&\u200B');
const lines = (texts: readonly string[], style: Block = {}): Block[] =>
  texts.map((text) => ({ text: breakable(text), ...style }));

const head = ({ brand, title }: PrintedDocument): Block => ({
  columns: [
    {
      width: '*',
      stack: [
        ...(brand.logo
          ? [{ image: brand.logo, fit: [150, 48] as [number, number], margin: [0, 0, 0, 6] as const }]
          : []),
        { text: breakable(brand.name), fontSize: 13, bold: true },
        ...lines(brand.lines, { color: quiet, fontSize: 8.5 }),
      ] as Block[],
    },
    { width: 230, text: title, fontSize: 20, bold: true, alignment: 'right' },
  ],
  columnGap: 16,
});

const plain = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 10,
  paddingTop: () => 1,
  paddingBottom: () => 1,
};

const facts = ({ parties, facts: named }: PrintedDocument): Block => ({
  margin: [0, 22, 0, 18],
  columnGap: 16,
  columns: [
    ...parties.map(
      ({ label, lines: texts }): Block => ({
        width: '*',
        stack: [{ text: label, color: quiet, fontSize: 8.5, margin: [0, 0, 0, 2] }, ...lines(texts)],
      }),
    ),
    ...(named.length
      ? [
          {
            width: 190,
            layout: plain,
            table: {
              widths: [70, '*'],
              body: named.map(([label, value]): Block[] => [
                { text: label, color: quiet, fontSize: 8.5, margin: [0, 1, 0, 0] },
                { text: breakable(value) },
              ]),
            },
          } satisfies Block,
        ]
      : []),
  ],
});

const ruled = {
  hLineWidth: (index: number, { table }: { table: { body: unknown[] } }) =>
    index === 0 ? 0 : index === 1 ? 1 : index === table.body.length ? 1 : 0.5,
  vLineWidth: () => 0,
  hLineColor: () => rule,
  paddingLeft: (index: number) => (index === 0 ? 0 : 6),
  paddingRight: (index: number, { table }: { table: { widths: unknown[] } }) =>
    index === table.widths.length - 1 ? 0 : 6,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

function tableOf({ title, columns, rows, empty }: PrintedDocument['tables'][number]): Block[] {
  const wide = Math.max(
    0,
    columns.findIndex(({ width }) => width === '*'),
  );
  const alignment = (index: number) => columns[index]?.align ?? 'left';
  const row = ({ cells, detail }: PaperRow): Block[] =>
    cells.map((text, index) => ({
      alignment: alignment(index),
      stack: [
        { text: breakable(text) },
        ...(detail && index === wide ? [{ text: breakable(detail), color: quiet, fontSize: 8.5 }] : []),
      ],
    }));
  const heading = title ? [{ text: title, bold: true, margin: [0, 12, 0, 4] as [number, number, number, number] }] : [];
  if (!rows.length && empty) return [...heading, { text: empty, color: quiet }];
  return [
    ...heading,
    {
      layout: ruled,
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: columns.map(({ width }) => width),
        body: [
          columns.map(({ header }, index) => ({
            text: header,
            color: quiet,
            fontSize: 8.5,
            alignment: alignment(index),
          })),
          ...rows.map(row),
        ],
      },
    },
  ];
}

const totals = ({ totals: sums }: PrintedDocument): Block[] =>
  sums.length
    ? [
        {
          unbreakable: true,
          margin: [0, 10, 0, 0],
          columns: [
            { width: '*', text: '' },
            {
              width: 240,
              layout: { ...plain, paddingRight: (index: number) => (index === 1 ? 0 : 10), paddingTop: () => 2 },
              table: {
                widths: ['*', 100],
                body: sums.map(([label, value], index): Block[] => {
                  const style = index === sums.length - 1 ? { bold: true, fontSize: 11.5 } : {};
                  return [
                    { text: label, ...style },
                    { text: value, alignment: 'right', ...style },
                  ];
                }),
              },
            },
          ],
        },
      ]
    : [];

/** A document as PDF. Takes tens of milliseconds per page; `documentPDF` draws long ones in a thread of their own. */
export async function drawPaper(paper: PrintedDocument): Promise<Uint8Array> {
  pdfmake.setFonts({ Roboto: { normal: regular, bold: `${fonts}/Roboto-Medium.ttf` } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(`${fonts}/`));
  return pdfmake
    .createPdf({
      pageSize: paper.pageSize,
      pageMargins: [48, 44, 48, 52],
      info: { title: paper.title, author: paper.brand.name },
      defaultStyle: { fontSize: 9.5, color: ink, lineHeight: 1.15 },
      footer: (page, pages) => ({
        margin: [48, 14, 48, 0],
        fontSize: 8,
        color: quiet,
        columns: [
          { width: '*', text: `${paper.brand.name} · ${paper.title}` },
          { width: 80, text: `Page ${page} of ${pages}`, alignment: 'right' },
        ],
      }),
      content: [
        head(paper),
        ...(paper.mark ? [{ text: paper.mark, fontSize: 15, bold: true, color: '#b42318' }] : []),
        facts(paper),
        ...paper.tables.flatMap(tableOf),
        ...totals(paper),
        ...paper.notes.map((text): Block => ({ text: breakable(text), margin: [0, 12, 0, 0] })),
      ],
    })
    .getBuffer();
}
