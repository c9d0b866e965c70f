import type { BinaryContent } from '@millwright/core/contracts';
import { type AccountContext, type Route, route, todayOf } from '@millwright/core/server';
import { type Cell, getReportCsv, getReportXlsx, type ReportQuery, type ReportTable } from '../../contracts/index.ts';
import { permittedReport, reportView } from './report-work.ts';
import { workbookOf } from './xlsx.ts';

/** A cell of a CSV file; a text that a spreadsheet would read as a formula gets an apostrophe. */
function csvCell(value: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Headings and rows; totals are left out, so that they are not added twice. */
const csvOf = ({ columns, rows }: ReportTable): string =>
  [
    columns.map(({ label }) => csvCell(label)),
    ...rows.map(({ cells }) => columns.map(({ name }) => csvCell(cells[name]))),
  ]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');

async function fileOf(
  ctx: AccountContext,
  name: string,
  query: ReportQuery,
  {
    ending,
    contentType,
    write,
  }: { ending: string; contentType: string; write(title: string, table: ReportTable): Uint8Array | string },
): Promise<BinaryContent> {
  const report = permittedReport(ctx, name);
  const { table } = await reportView(ctx, report, query);
  const days =
    query.startDate || query.endDate ? [query.startDate, query.endDate].filter(Boolean).join('-to-') : todayOf(ctx);
  return { bytes: write(report.title, table), contentType, filename: `${name}-${days}.${ending}` };
}

export const reportFileRoutes = (): Route[] => [
  route(getReportCsv, (ctx, { params, query }) =>
    fileOf(ctx, params.reportName, query, {
      ending: 'csv',
      contentType: 'text/csv; charset=utf-8',
      // The byte order mark tells spreadsheets that the file is UTF-8.
      write: (_, table) => `\ufeff${csvOf(table)}`,
    }),
  ),
  route(getReportXlsx, (ctx, { params, query }) =>
    fileOf(ctx, params.reportName, query, {
      ending: 'xlsx',
      contentType: getReportXlsx.reply.contentType,
      write: workbookOf,
    }),
  ),
];
