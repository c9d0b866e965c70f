import { type AccountContext, type PrintedDocument, paperFrame, reactEmail } from '@millwright/core/server';
import { agingBuckets, type ReceivableRow } from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import type { AgingEmailProps } from '../emails/aging-email.tsx';
import { findReceivables } from './receivable.queries.ts';

const columns = [...agingBuckets.map(({ name, label }) => [name, label] as const), ['total', 'Open'] as const];
const everybody = { take: 100_000, skip: 0, sortOrder: 'asc' } as const;

/** What all customers owe, as plain text in columns of equal letters. */
export async function agingReport(ctx: AccountContext, cutoffDate: string | undefined): Promise<string> {
  const { items, totals, cutoffDate: day } = await findReceivables(ctx, { ...everybody, cutoffDate });
  const { money } = documentFormats(ctx);
  const line = (name: string, amounts: readonly string[]): string =>
    [name.slice(0, 32).padEnd(32), ...amounts.map((amount) => amount.padStart(14))].join(' ').trimEnd();
  const amountsOf = (row: Omit<ReceivableRow, 'id' | 'customer'>) => columns.map(([name]) => money(row[name]));
  return [
    ctx.account.name,
    `Receivables on ${day}`,
    '',
    line(
      'Customer',
      columns.map(([, label]) => label),
    ),
    ...(items.length
      ? items.map((row) => line(`${row.customer.number} ${row.customer.name}`, amountsOf(row)))
      : ['Nothing is open']),
    line('Total', amountsOf(totals)),
    '',
    `Credits that are left: ${money(totals.credits)}`,
    `Balance: ${money(totals.balance)}`,
    '',
  ].join('\n');
}

/** The same on paper. */
export async function agingPaper(ctx: AccountContext, cutoffDate: string | undefined): Promise<PrintedDocument> {
  const { items, totals, cutoffDate: day } = await findReceivables(ctx, { ...everybody, cutoffDate });
  const formats = documentFormats(ctx);
  return {
    ...(await paperFrame(ctx)),
    title: 'Receivables',
    facts: [
      ['Date', formats.day(day) ?? ''],
      ['Customers', String(items.length)],
    ],
    parties: [],
    tables: [
      {
        columns: [
          { header: 'Customer', width: '*' },
          ...columns.map(([, header]) => ({ header, width: 64, align: 'right' as const })),
        ],
        rows: items.map((row) => ({
          cells: [row.customer.name, ...columns.map(([name]) => formats.money(row[name]))],
          detail: row.customer.number,
        })),
        empty: 'Nothing is open',
      },
    ],
    totals: [
      ...columns.map(([name, label]): [string, string] => [label, formats.money(totals[name])]),
      ['Credits', formats.money(-totals.credits)],
      ['Balance', formats.money(totals.balance)],
    ],
    notes: [],
  };
}

/** `commerce.receivables`: what all customers owe, for the account's own people, with the paper. */
export const agingEmail = reactEmail<AgingEmailProps>({
  name: 'commerce.receivables',
  previewPath: '/receivables-preview',
  subject: ({ accountName, date }) => `Receivables of ${accountName}, ${date}`,
  load: async () => (await import('../emails/aging-email.tsx')).AgingEmail,
  paper: async (ctx, props) => ({
    filename: `Receivables ${String(props['cutoffDate'])}.pdf`,
    paper: await agingPaper(ctx, String(props['cutoffDate'])),
  }),
  sample: {
    cutoffDate: '2026-03-31',
    date: 'March 31, 2026',
    total: '$48,310.75',
    overdue: '$6,204.00',
    credits: '$1,494.50',
  },
});

/** What the mail says of a day. */
export async function agingEmailProps(ctx: AccountContext, requestedDay: string | undefined): Promise<AgingEmailProps> {
  const { totals, cutoffDate } = await findReceivables(ctx, {
    take: 1,
    skip: 0,
    sortOrder: 'asc',
    cutoffDate: requestedDay,
  });
  const { money, day } = documentFormats(ctx);
  return {
    cutoffDate,
    date: day(cutoffDate) ?? '',
    total: money(totals.total),
    overdue: totals.overdue > 0 ? money(totals.overdue) : null,
    credits: totals.credits > 0 ? money(totals.credits) : null,
  };
}
