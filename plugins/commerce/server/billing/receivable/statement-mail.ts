import { type AccountContext, queueEmail, reactEmail, refuseMailAgain } from '@millwright/core/server';
import { documentFormats } from '../../document/record/document-formats.ts';
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

/** The mail of a statement, as the log of mails keeps it. */
export const statementRecordMail = (customerID: string, to: readonly string[], cutoffDate: string) => ({
  template: 'commerce.statement',
  to,
  record: { type: 'customer', id: customerID },
  telling: { cutoffDate },
});

/** Props of the mail that says what a customer owed on a day, today where none is named. @throws Problem 400, 404 */
export async function statementProps(
  ctx: AccountContext,
  customerID: string,
  cutoffDate: string | undefined,
): Promise<StatementEmailProps> {
  const found = await receivablesOf(ctx, customerID, cutoffDate);
  const { money, day } = documentFormats(ctx);
  return {
    customerID,
    cutoffDate: found.cutoffDate,
    customerName: found.customer.name,
    date: day(found.cutoffDate) ?? '',
    total: money(found.balance),
    overdue: found.overdue > 0 ? money(found.overdue) : null,
  };
}

/**
 * Mails what a customer owed on a day, with files of the customer.
 * @throws Problem 400 for a day ahead, 409 `confirmation_required` for the same mail once more
 */
export async function mailStatement(
  ctx: AccountContext,
  customerID: string,
  to: readonly string[],
  cutoffDate: string | undefined,
  fileIDs?: readonly string[],
) {
  const props = await statementProps(ctx, customerID, cutoffDate);
  const mail = statementRecordMail(customerID, to, props.cutoffDate);
  await refuseMailAgain(ctx, mail);
  const { recipients } = await queueEmail(ctx, { ...mail, props: { ...props }, fileIDs });
  return { message: `The statement will be mailed to ${recipients.join(', ')}`, recipients };
}
