import type { BulkAnswer } from '@millwright/core/contracts';
import {
  type AccountContext,
  type BulkAction,
  type BulkItem,
  type EmailOfRecord,
  mailedJustNow,
  mailedLately,
  queueRecordEmail,
  runBulk,
  type SortedRecords,
  sql,
  touched,
} from '@millwright/core/server';
import {
  type Invoice,
  type InvoiceFilter,
  invoiceProblems,
  invoiceStates,
  listInvoices,
} from '../../../contracts/index.ts';
import { documentLinkURL, newDocumentLink } from '../../document/document-link/new-document-link.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { contactsFor, defaultRecipients } from '../../parties/contact/contact-recipients.ts';
import { takesCards } from '../card-payment/provider/takes-cards.ts';
import type { InvoiceEmailProps } from '../emails/invoice-email.tsx';
import { findInvoiceIDs, invoiceByID } from './invoice.queries.ts';
import { invoiceRecord } from './invoice.service.ts';

function emailProps(ctx: AccountContext, invoice: Invoice): InvoiceEmailProps {
  const { money, day } = documentFormats(ctx);
  return {
    invoiceID: invoice.id,
    number: invoice.number,
    customerName: invoice.customer.name,
    customerPO: invoice.customerPO,
    date: day(invoice.date) ?? '',
    due: day(invoice.dueAt) ?? '',
    total: money(invoice.totalInvoiced),
    open: invoice.open > 0 ? money(invoice.open) : null,
    note: invoice.note,
  };
}

/** Whether the mail has a link to pay the invoice without a password. */
const hasPayLink = async (ctx: AccountContext, { open }: Invoice): Promise<boolean> =>
  open > 0 && (await takesCards(ctx));

/**
 * The email of an invoice for `email-record`.
 * @throws Problem 409 `invoice_void`
 */
export async function invoiceMail(
  ctx: AccountContext,
  id: string,
  recipients?: readonly string[],
): Promise<EmailOfRecord> {
  const invoice = await invoiceByID(ctx, id);
  if (invoiceStates.is.void(invoice.status.code))
    throw invoiceProblems.invoice_void({ message: `Invoice ${invoice.number} is void` });
  const chosen = recipients?.length ? recipients : invoice.invoiceEmailContacts;
  const to = await contactsFor(ctx, invoice.customer, 'invoice', chosen);
  const props = { ...emailProps(ctx, invoice) };
  if (!(await hasPayLink(ctx, invoice))) return { to, template: 'commerce.invoice', props };
  return {
    to,
    template: 'commerce.invoice',
    props: { ...props, link: documentLinkURL(ctx) },
    async beforeQueued() {
      const about = { customerID: invoice.customer.id, invoiceIDs: [invoice.id], sentTo: to.join(', ') };
      return { link: await newDocumentLink(ctx, about) };
    },
  };
}

/** Marks the invoice as sent after a mail server has accepted the email. */
export async function noteInvoiceSent(
  ctx: AccountContext,
  { recordType, recordID }: { recordType: string; recordID: string },
): Promise<void> {
  if (recordType !== 'invoice') return;
  const now = ctx.clock.now();
  await sql`update commerce.invoice set sent_at = ${now}, updated_at = ${now}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${recordID} and sent_at is null`.execute(ctx.em.query());
  touched(ctx, listInvoices);
}

interface State extends BulkItem {
  isVoid: boolean;
  contacts: string[];
}

async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedRecords<State>> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<State>`select invoice.id, invoice.number as label,
      invoice.voided_on is not null as "isVoid",
      ${defaultRecipients(ctx, 'invoice', 'customer', 'invoice.emails')} as contacts
    from commerce.invoice invoice
    join commerce.customer customer on customer.account_id = invoice.account_id and customer.id = invoice.customer_id
    where invoice.account_id = ${ctx.account.id} and invoice.id = any(${wanted}::text[])`.execute(ctx.em.query());
  const known = new Map(rows.map((row) => [row.id, row]));
  const mailed = await mailedLately(
    ctx,
    rows.map(({ id, contacts }) => ({ record: invoiceRecord(id), template: 'commerce.invoice', to: contacts })),
  );
  const sorted: SortedRecords<State> = { allowed: [], refused: [] };
  for (const id of wanted) {
    const state = known.get(id);
    const reason = !state
      ? 'There is no such invoice'
      : state.isVoid
        ? 'It is void'
        : !state.contacts.length
          ? 'Neither the invoice nor its customer has an email address'
          : mailed.has(id)
            ? mailedJustNow
            : undefined;
    if (reason) sorted.refused.push({ id, label: state?.label ?? id, reason });
    else if (state) sorted.allowed.push(state);
  }
  return sorted;
}

/** Emails invoices to their contacts. */
export const invoiceMailing = {
  action: 'invoices.email',
  recordType: 'invoice',
  permission: 'invoices:update',
  effect: 'update',
  sort,
  async apply(ctx, items) {
    for (const { id } of items) await queueRecordEmail(ctx, await invoiceMail(ctx, id), { record: invoiceRecord(id) });
  },
} satisfies BulkAction<State>;

/** Emails many invoices and lists the refused ones. */
export const emailInvoices = async (
  ctx: AccountContext,
  { ids, filter }: { ids?: string[] | undefined; filter?: InvoiceFilter | undefined },
): Promise<BulkAnswer> =>
  runBulk(ctx, invoiceMailing, {
    ids: ids ?? (await findInvoiceIDs(ctx, filter ?? {})),
    title: (count) => `Mail ${count} invoices`,
  });
