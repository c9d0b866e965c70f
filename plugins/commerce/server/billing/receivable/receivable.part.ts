import {
  type AccountContext,
  type BulkAction,
  type BulkItem,
  bulkWork,
  definePart,
  mailedJustNow,
  mailedLately,
  outsideRoute,
  previewOf,
  queueEmail,
  route,
  runBulk,
  type SortedRecords,
  sql,
  type WorkOptions,
} from '@millwright/core/server';
import type { z } from 'zod';
import {
  bulkEmailStatements,
  emailReceivables,
  generateReceivablesReport,
  getAccountReceivables,
  getStatementPDF,
  listReceivables,
  previewReceivablesEmail,
  receivableScreens,
  type statementMailInput,
} from '../../../contracts/index.ts';
import { defaultRecipients } from '../../parties/contact/contact-recipients.ts';
import { createDemoBilling } from '../billing-demo.ts';
import { agingEmail, agingEmailProps, agingReport } from './aging-report.ts';
import { nightlyMailing } from './nightly-mailing.ts';
import { cutoffOf, findReceivables, receivablesOf, receivablesOfAll } from './receivable.queries.ts';
import { receivablesReport, statementPDF } from './statement.ts';
import { mailStatement, statementEmail, statementProps, statementRecordMail } from './statement-mail.ts';

/** The account itself stands for all of its customers. */
const isOfAll = (ctx: AccountContext, accountID: string): boolean =>
  accountID === ctx.account.id && ctx.customerID === undefined;

type StatementMail = z.output<typeof statementMailInput>;

/** Mails what all customers owe to the account's own people. */
async function mailAging(ctx: AccountContext, { recipientEmails: to, cutoffDate, fileIDs }: StatementMail) {
  const { recipients } = await queueEmail(ctx, {
    template: 'commerce.receivables',
    to,
    props: { ...(await agingEmailProps(ctx, cutoffDate)) },
    fileIDs,
  });
  return { message: `The receivables will be mailed to ${recipients.join(', ')}`, recipients };
}

interface Addressed extends BulkItem {
  emails: string[];
}

/** The day that statements are told for, as the caller chose it. */
const chosenDay = (options: WorkOptions) => options['cutoffDate'] as string | undefined;

/** Mails statements to customers that have an address. */
const statementMailing = {
  action: 'receivables.email',
  recordType: 'customer',
  permission: 'invoices:update',
  effect: 'update',
  async sort(ctx, ids, options) {
    const day = cutoffOf(ctx, chosenDay(options));
    const { rows } = await sql<Addressed>`select customer.id, customer.name as label,
        ${defaultRecipients(ctx, 'statement', 'customer')} as emails
      from commerce.customer customer
      where customer.account_id = ${ctx.account.id} and customer.id = any(${[...ids]}::text[])`.execute(ctx.em.query());
    const known = new Map(rows.map((row) => [row.id, row]));
    const mailed = await mailedLately(
      ctx,
      rows.flatMap(({ id, emails }) => (emails.length ? [statementRecordMail(id, emails, day)] : [])),
    );
    const sorted: SortedRecords<Addressed> = { allowed: [], refused: [] };
    for (const id of new Set(ids)) {
      const found = known.get(id);
      const reason = !found
        ? 'There is no such customer'
        : !found.emails.length
          ? 'It has no email address'
          : mailed.has(id)
            ? mailedJustNow
            : undefined;
      if (found && !reason) sorted.allowed.push(found);
      else if (reason) sorted.refused.push({ id, label: found?.label ?? id, reason });
    }
    return sorted;
  },
  async apply(ctx, items, options) {
    for (const { id, emails } of items) await mailStatement(ctx, id, emails, chosenDay(options));
  },
} satisfies BulkAction<Addressed>;

export const receivablePart = definePart({
  screens: receivableScreens,
  routes: () => [
    route(bulkEmailStatements, (ctx, { body: { ids, cutoffDate } }) =>
      runBulk(ctx, statementMailing, {
        ids,
        // The day of the call, also where a job works it off after midnight.
        options: { cutoffDate: cutoffOf(ctx, cutoffDate) },
        title: (count) => `Mail ${count} statements`,
      }),
    ),
    route(listReceivables, (ctx, { query }) => findReceivables(ctx, query)),
    route(getAccountReceivables, (ctx, { params, query }) =>
      isOfAll(ctx, params.accountID)
        ? receivablesOfAll(ctx, query.cutoffDate)
        : receivablesOf(ctx, params.accountID, query.cutoffDate),
    ),
    route(generateReceivablesReport, async (ctx, { params, query }) => ({
      bytes: isOfAll(ctx, params.accountID)
        ? await agingReport(ctx, query.cutoffDate)
        : await receivablesReport(ctx, params.accountID, query.cutoffDate),
      contentType: 'text/plain; charset=utf-8',
    })),
    outsideRoute(getStatementPDF, (ctx, { params, query }) => statementPDF(ctx, params.accountID, query.cutoffDate)),
    route(emailReceivables, (ctx, { params, body }) =>
      isOfAll(ctx, params.accountID)
        ? mailAging(ctx, body)
        : mailStatement(ctx, params.accountID, body.recipientEmails, body.cutoffDate, body.fileIDs),
    ),
    route(previewReceivablesEmail, async (ctx, { params, query: { cutoffDate } }) =>
      isOfAll(ctx, params.accountID)
        ? previewOf(ctx, agingEmail, { ...(await agingEmailProps(ctx, cutoffDate)) })
        : previewOf(ctx, statementEmail, { ...(await statementProps(ctx, params.accountID, cutoffDate)) }),
    ),
  ],
  changeSets: () => [bulkWork(statementMailing)],
  emails: [statementEmail, agingEmail],
  jobs: () => [nightlyMailing],
  // Of all of billing: invoices and what pays them belong together.
  demo: createDemoBilling,
});
