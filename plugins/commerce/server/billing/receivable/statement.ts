import {
  type AccountContext,
  documentPDF,
  type OutsideContext,
  type PrintedDocument,
  paperFrame,
} from '@millwright/core/server';
import { type AccountReceivables, agingBuckets } from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { receivablesOf } from './receivable.queries.ts';

const kindNames = { invoice: 'Invoice', debit: 'Debit' } as const;

/** What a customer owes as plain text, in columns of equal letters. */
export async function receivablesReport(
  ctx: AccountContext,
  customerID: string,
  cutoffDate: string | undefined,
): Promise<string> {
  const found = await receivablesOf(ctx, customerID, cutoffDate);
  const { money } = documentFormats(ctx);
  const line = (...cells: readonly [string, number][]): string =>
    cells
      .map(([text, width]) => (width < 0 ? text.padStart(-width) : text.padEnd(width)))
      .join(' ')
      .trimEnd();
  const rows = found.receivables.map(({ kind, number, date, dueAt, age, open }) =>
    line([`${kindNames[kind]} ${number}`, 20], [date, 12], [dueAt, 12], [`${age} days`, -9], [money(open), -16]),
  );
  const credits = found.openCredits.map(({ type, number, date, open }) =>
    line([`${type.name} ${number}`, 20], [date, 12], ['', 12], ['', -9], [money(-open), -16]),
  );
  return [
    ctx.account.name,
    `Receivables of ${found.customer.name} (${found.customer.number}) on ${found.cutoffDate}`,
    '',
    line(['Document', 20], ['Date', 12], ['Due', 12], ['Age', -9], ['Open', -16]),
    ...(rows.length ? rows : ['Nothing is open']),
    ...(credits.length ? ['', 'Credits that are left', ...credits] : []),
    '',
    ...agingBuckets.map(({ name, label }) => line([`${label} days`, 20], [money(found[name]), -16])),
    line(['Open', 20], [money(found.total), -16]),
    line(['Credits', 20], [money(-found.credits), -16]),
    line(['Balance', 20], [money(found.balance), -16]),
    '',
  ].join('\n');
}

/** What a customer owes, on paper. */
export async function statementPaper(
  ctx: AccountContext,
  customerID: string,
  cutoffDate: string | undefined,
): Promise<PrintedDocument> {
  const found: AccountReceivables = await receivablesOf(ctx, customerID, cutoffDate);
  const { money, day } = documentFormats(ctx);
  const columns = [
    { header: 'Document', width: '*' as const },
    { header: 'Date', width: 96 },
    { header: 'Due', width: 96 },
    { header: 'Age', width: 48, align: 'right' as const },
    { header: 'Open', width: 84, align: 'right' as const },
  ];
  return {
    ...(await paperFrame(ctx)),
    title: 'Statement',
    facts: [
      ['Date', day(found.cutoffDate) ?? ''],
      ['Customer', found.customer.number],
    ],
    parties: [
      { label: 'Statement for', lines: [found.customer.name, ...(found.customer.email ? [found.customer.email] : [])] },
    ],
    tables: [
      {
        columns,
        rows: found.receivables.map(({ kind, number, date, dueAt, age, open }) => ({
          cells: [`${kindNames[kind]} ${number}`, day(date) ?? '', day(dueAt) ?? '', String(age), money(open)],
        })),
        empty: 'Nothing is open. Thank you.',
      },
      ...(found.openCredits.length
        ? [
            {
              title: 'Credits that are left',
              columns,
              rows: found.openCredits.map(({ type, number, date, open }) => ({
                cells: [`${type.name} ${number}`, day(date) ?? '', '', '', money(-open)],
              })),
            },
          ]
        : []),
    ],
    totals: [
      ...agingBuckets.map(({ name, label }): [string, string] => [`${label} days`, money(found[name])]),
      ...(found.credits ? [['Credits', money(-found.credits)] as [string, string]] : []),
      ['Balance', money(found.balance)],
    ],
    notes: [],
  };
}

/** The statement as a PDF, drawn outside the transaction that reads it. */
export async function statementPDF(ctx: OutsideContext, customerID: string, cutoffDate: string | undefined) {
  const paper = await ctx.inTransaction((inner) => statementPaper(inner, customerID, cutoffDate), { readOnly: true });
  return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
}
