import { defineCommand, plainText, usageFailure } from '@millwright/core/cli';
import type { Cell, FigureKind, ReportRow } from '../contracts/index.ts';

const text = (kind: FigureKind, value: Cell | undefined): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return plainText(value);
  return kind === 'money' ? value.toFixed(2) : kind === 'percent' ? `${value} %` : String(value);
};

/** `millwright report sales --from 2026-01-01 --to 2026-03-31 --csv` */
export const reportCommand = defineCommand({
  name: 'report',
  summary: 'the figures of a report, or its table as CSV',
  description: `Reports: sales, orders, new-customers, quarterly-orders, deliveries, products-on-order, materials,
inventory-receipts, open-batches, production-costs, production-efficiency, manufacturing. Without a period
it is the last 30 days.

Examples:
  millwright report sales --from 2026-01-01 --to 2026-03-31 --group-by productLine
  millwright report deliveries --csv > deliveries.csv`,
  kind: 'administrator',
  arguments: { name: { summary: 'the report' } },
  options: {
    from: { type: 'text', value: 'DATE', summary: 'first day, such as 2026-03-01' },
    to: { type: 'text', value: 'DATE', summary: 'last day' },
    groupBy: {
      type: 'text',
      value: 'WHAT',
      choices: ['customer', 'customerGroup', 'salesRep', 'productLine', 'item'],
      summary: 'what sales and orders are broken down by',
    },
    type: {
      type: 'text',
      value: 'FIGURE',
      choices: ['batches', 'firsts', 'seconds', 'waste', 'yield', 'labourHours', 'cost'],
      summary: 'which figure of manufacturing',
    },
    csv: { type: 'flag', summary: 'prints the table as CSV' },
  },
  async run(ctx, { name, from, to, groupBy, type, csv }) {
    const { getReportCsv, reportNames, reportOf } = await import('../contracts/index.ts');
    const report = reportOf(name);
    if (!report) throw usageFailure(`There is no report ${name}: ${reportNames.join(', ')}`);
    const reportQuery = {
      ...(from ? { startDate: from } : {}),
      ...(to ? { endDate: to } : {}),
      ...(groupBy ? { groupBy } : {}),
      ...(type ? { type } : report.hasType ? { type: 'firsts' as const } : {}),
    };
    if (csv) {
      const file = await ctx.client.call(getReportCsv, { params: { reportName: name }, query: reportQuery });
      const lines = (await file.text())
        .replace(/^\ufeff/, '')
        .trimEnd()
        .split('\r\n');
      return ctx.result({ csv: lines }, () => {
        for (const line of lines) ctx.say(line);
      });
    }
    const answer = await ctx.client.call(report.endpoint, { body: reportQuery });
    const { figures, table } = report.view(answer);
    await ctx.result(answer, () => {
      for (const { label, kind, value } of figures) ctx.say(`${label}: ${text(kind, value) || 'none'}`);
      ctx.table(
        table.columns.map(({ name: column, label, kind }) => ({
          title: label,
          value: ({ cells }: ReportRow) => text(kind, cells[column]),
          ...(kind === 'text' || kind === 'date' ? {} : { align: 'right' as const }),
        })),
        table.rows,
      );
    });
  },
});
