import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type BulkAction,
  type BulkItem,
  bulkWork,
  definePart,
  outsideRoute,
  queueEmail,
  reactEmail,
  route,
  runBulk,
  type SortedRecords,
  sql,
} from '@millwright/core/server';
import {
  bulkEmailStatements,
  emailReceivables,
  generateReceivablesReport,
  getAccountReceivables,
  getStatementPDF,
  listReceivables,
  receivableScreens,
} from '../../../contracts/index.ts';
import { documentFormats } from '../../document/document-formats.ts';
import { createDemoBilling } from '../billing-demo.ts';
import type { StatementEmailProps } from '../emails/statement-email.tsx';
import { findReceivables, receivablesOf } from './receivable.queries.ts';
import { receivablesReport, statementPaper, statementPDF } from './statement.ts';

/** `commerce.statement`: what a customer owes, with its paper. */
const statementEmail = reactEmail<StatementEmailProps>({
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

async function mailStatement(ctx: AccountContext, customerID: string, to: readonly string[]) {
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

interface Addressed extends BulkItem {
  email: string | null;
}

/** Mails statements to customers that have an address. */
const statementMailing = {
  action: 'receivables.email',
  recordType: 'customer',
  permission: 'invoices:update',
  effect: 'update',
  async sort(ctx, ids) {
    const { rows } = await sql<Addressed>`select id, name as label, email from commerce.customer
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
    const known = new Map(rows.map((row) => [row.id, row]));
    const sorted: SortedRecords<Addressed> = { allowed: [], refused: [] };
    for (const id of new Set(ids)) {
      const found = known.get(id);
      const reason = found ? 'It has no email address' : 'There is no such customer';
      if (found?.email) sorted.allowed.push(found);
      else sorted.refused.push({ id, label: found?.label ?? id, reason });
    }
    return sorted;
  },
  async apply(ctx, items) {
    for (const { id, email } of items) if (email) await mailStatement(ctx, id, [email]);
  },
} satisfies BulkAction<Addressed>;

export const receivablePart = definePart({
  screens: receivableScreens,
  routes: () => [
    route(bulkEmailStatements, (ctx, { body }) =>
      runBulk(ctx, statementMailing, { ids: body.ids, title: (count) => `Mail ${count} statements` }),
    ),
    route(listReceivables, (ctx, { query }) => findReceivables(ctx, query)),
    route(getAccountReceivables, (ctx, { params, query }) => receivablesOf(ctx, params.accountID, query.cutoffDate)),
    route(generateReceivablesReport, async (ctx, { params, query }) => ({
      bytes: await receivablesReport(ctx, params.accountID, query.cutoffDate),
      contentType: 'text/plain; charset=utf-8',
    })),
    outsideRoute(getStatementPDF, (ctx, { params, query }) => statementPDF(ctx, params.accountID, query.cutoffDate)),
    route(emailReceivables, async (ctx, { params, body }) => {
      if (ctx.customerID !== undefined) throw problems.forbidden();
      return mailStatement(ctx, params.accountID, body.recipientEmails);
    }),
  ],
  changeSets: () => [bulkWork(statementMailing)],
  emails: [statementEmail],
  // Of all of billing: invoices and what pays them belong together.
  demo: createDemoBilling,
});
