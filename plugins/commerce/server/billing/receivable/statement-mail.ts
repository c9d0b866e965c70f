import { type AccountContext, queueEmail, reactEmail } from '@millwright/core/server';
import { documentFormats } from '../../document/document-formats.ts';
import type { StatementEmailProps } from '../emails/statement-email.tsx';
import { receivablesOf } from './receivable.queries.ts';
import { statementPaper } from './statement.ts';

/** `commerce.statement`: what a customer owes, with its paper. */
export const statementEmail = reactEmail<StatementEmailProps>({
  name: 'commerce.statement',
  previewPath: '/statement-preview',
  subject: ({ accountName, date }) => `Statement from ${accountName}, ${date}`,
  load: async () => (await import('../emails/statement-email.tsx')).StatementEmail,
  paper: async (ctx, props) => ({
    filename: `Statement ${String(props['cutoffDate'])}.pdf`,
    paper: await statementPaper(ctx, String(props['customerID']), String(props['cutoffDate'])),
  }),
  sample: {
    customerID: '',
    cutoffDate: '2026-03-31',
    customerName: 'Lakeside Outfitters',
    date: 'March 31, 2026',
    total: '$4,142.40',
    overdue: '$744.00',
  },
});

/** Mails a customer what it owes. */
export async function mailStatement(ctx: AccountContext, customerID: string, to: readonly string[]) {
  const found = await receivablesOf(ctx, customerID, undefined);
  const { money, day } = documentFormats(ctx);
  const props: StatementEmailProps = {
    customerID,
    cutoffDate: found.cutoffDate,
    customerName: found.customer.name,
    date: day(found.cutoffDate) ?? '',
    total: money(found.balance),
    overdue: found.overdue > 0 ? money(found.overdue) : null,
  };
  const { recipients } = await queueEmail(ctx, {
    template: 'commerce.statement',
    to,
    props: { ...props },
    record: { type: 'customer', id: customerID },
  });
  return { message: `The statement will be mailed to ${recipients.join(', ')}`, recipients };
}
