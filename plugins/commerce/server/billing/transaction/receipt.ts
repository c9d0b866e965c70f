import {
  type AccountContext,
  documentPDF,
  type OutsideContext,
  type PrintedDocument,
  paperFrame,
  reactEmail,
} from '@millwright/core/server';
import type { Transaction } from '../../../contracts/index.ts';
import { transactionStates } from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { contactsFor } from '../../parties/contact/contact-recipients.ts';
import type { ReceiptEmailProps } from '../emails/receipt-email.tsx';
import { transactionByID } from './transaction.queries.ts';

/** Name of the transaction for the customer. */
const kindOf = ({ type, adjustmentType }: Transaction): string => adjustmentType?.name ?? type.name;

/** The credited invoice lines as a table. */
const creditTable = ({ lines }: Transaction, formats: ReturnType<typeof documentFormats>): PrintedDocument['tables'] =>
  lines.length
    ? [
        {
          columns: [
            { header: 'Item', width: '*' },
            { header: 'Quantity', width: 84, align: 'right' },
            { header: 'Credit', width: 90, align: 'right' },
          ],
          rows: lines.map(({ sku, description, quantity, amount, why }) => ({
            cells: [sku, quantity.measure ? formats.quantity(quantity) : '', formats.money(amount)],
            detail: description === sku ? why : description,
          })),
          empty: '',
        },
      ]
    : [];

/** A transaction as a paper: the receipt of a payment, or a credit memo. */
export async function receiptPaper(ctx: AccountContext, id: string): Promise<PrintedDocument> {
  const found = await transactionByID(ctx, id);
  const { money, day } = documentFormats(ctx);
  const facts: [string, string][] = [
    ['Number', found.number],
    ['Date', day(found.date) ?? ''],
    ['Customer', found.customer.number],
    ...(found.transactionMethod ? [['Method', found.transactionMethod.name] as [string, string]] : []),
    ...(found.reference ? [['Reference', found.reference] as [string, string]] : []),
    ...(found.invoiceNumber ? [['Invoice', found.invoiceNumber] as [string, string]] : []),
  ];
  return {
    ...(await paperFrame(ctx)),
    title: `${found.type.code === 'payment' ? 'Receipt' : kindOf(found)} ${found.number}`,
    facts,
    parties: [{ label: found.isDebit ? 'Charged to' : 'For', lines: [found.customer.name] }],
    mark: transactionStates.is.void(found.status.code) ? 'VOID' : null,
    tables: [
      ...creditTable(found, documentFormats(ctx)),
      {
        ...(found.lines.length ? { title: 'Put onto' } : {}),
        columns: [
          { header: found.isDebit ? 'Paid by' : 'Put onto', width: '*' },
          { header: 'On', width: 110 },
          { header: 'Amount', width: 90, align: 'right' },
        ],
        rows: found.allocations
          .filter(({ unappliedOn }) => unappliedOn === null)
          .map((each) => ({
            cells: [
              found.isDebit
                ? `${each.transactionType} ${each.transactionNumber}`
                : `${each.invoiceID ? 'Invoice' : 'Debit'} ${each.targetNumber}`,
              day(each.appliedOn) ?? '',
              money(each.amount),
            ],
          })),
        empty: found.isDebit ? 'Not paid yet' : 'Kept on the account',
      },
    ],
    totals: [
      ...(found.allocated ? [[found.isDebit ? 'Open' : 'Left', money(found.open)] as [string, string]] : []),
      ['Amount', money(found.amount)],
    ],
    notes: found.note ? [found.note] : [],
  };
}

/** The paper as a PDF, rendered after the transaction that reads it. */
export async function receiptPDF(ctx: OutsideContext, id: string) {
  const paper = await ctx.inTransaction((inner) => receiptPaper(inner, id), { readOnly: true });
  return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
}

/** The email of a transaction for `email-record`. */
export async function receiptMail(ctx: AccountContext, id: string, recipients?: readonly string[]) {
  const found = await transactionByID(ctx, id);
  const { money, day } = documentFormats(ctx);
  const props: ReceiptEmailProps = {
    transactionID: id,
    number: found.number,
    customerName: found.customer.name,
    kind: kindOf(found),
    method: found.transactionMethod?.name ?? null,
    reference: found.reference,
    date: day(found.date) ?? '',
    amount: money(found.amount),
  };
  const isVoid = transactionStates.is.void(found.status.code);
  const to = isVoid ? [] : await contactsFor(ctx, found.customer, 'invoice', recipients);
  return { to, template: 'commerce.receipt', props: { ...props } };
}

/** `commerce.receipt`: a payment or credit with its PDF. */
export const receiptEmail = reactEmail<ReceiptEmailProps>({
  name: 'commerce.receipt',
  previewPath: '/receipt-preview',
  subject: ({ kind, number, accountName }) => `${kind} ${number} at ${accountName}`,
  load: async () => (await import('../emails/receipt-email.tsx')).ReceiptEmail,
  paper: async (ctx, props) => ({
    filename: `${String(props['kind'])} ${String(props['number'])}.pdf`,
    paper: await receiptPaper(ctx, String(props['transactionID'])),
  }),
  sample: {
    transactionID: '',
    number: '1207',
    customerName: 'Lakeside Outfitters',
    kind: 'Payment',
    method: 'Check',
    reference: '4471',
    date: 'March 30, 2026',
    amount: '$4,142.40',
  },
});
