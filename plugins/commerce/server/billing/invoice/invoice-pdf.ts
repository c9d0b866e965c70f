import {
  type AccountContext,
  documentPDF,
  type OutsideContext,
  type PrintedDocument,
  paperFrame,
} from '@millwright/core/server';
import type { Invoice } from '../../../contracts/index.ts';
import { snapshotLines } from '../../document/addresses/address-text.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { invoiceByID } from './invoice.queries.ts';

type Formats = ReturnType<typeof documentFormats>;

const factsOf = (invoice: Invoice, { day }: Formats): [string, string][] =>
  (
    [
      ['Number', invoice.number],
      ['Date', day(invoice.date)],
      ['Due', day(invoice.dueAt)],
      ['Terms', invoice.paymentTerm?.name],
      ['Your order', invoice.customerPO],
      ['Our order', invoice.orderNumber],
      ['Customer', invoice.customer.number],
      ['Your contact', invoice.salesRep?.name],
    ] as const
  ).flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));

function totalsOf(invoice: Invoice, { money }: Formats): [string, string][] {
  const { subtotal, discount, carried, totalInvoiced, allocated, open } = invoice;
  const steps: [string, string][] = [
    ...(discount || carried ? [['Subtotal', money(subtotal)] as [string, string]] : []),
    ...(discount ? [['Discount', money(-discount)] as [string, string]] : []),
    ...(carried ? [['Goes on as a credit', money(carried)] as [string, string]] : []),
  ];
  const total: [string, string] = ['Total', money(totalInvoiced)];
  return allocated
    ? [...steps, total, ['Paid and credited', money(-allocated)], ['Amount due', money(open)]]
    : [...steps, total];
}

/** Content of the invoice PDF. */
export async function invoicePaper(ctx: AccountContext, invoiceID: string): Promise<PrintedDocument> {
  const invoice = await invoiceByID(ctx, invoiceID);
  const formats = documentFormats(ctx);
  const parties = [
    { label: 'Bill to', lines: snapshotLines(invoice.billTo) },
    { label: 'Ship to', lines: snapshotLines(invoice.shipTo) },
  ].filter(({ lines }) => lines.length);
  return {
    ...(await paperFrame(ctx)),
    title: `Invoice ${invoice.number}`,
    facts: factsOf(invoice, formats),
    parties: parties.length ? parties : [{ label: 'Bill to', lines: [invoice.customer.name] }],
    mark: { void: 'VOID', paid: 'PAID', open: null }[invoice.status.code],
    tables: [
      {
        columns: [
          { header: '#', width: 22 },
          { header: 'Item', width: '*' },
          { header: 'Quantity', width: 84, align: 'right' },
          { header: 'Price', width: 76, align: 'right' },
          { header: 'Total', width: 76, align: 'right' },
        ],
        rows: invoice.lines.map((line) => ({
          cells: [
            String(line.position),
            line.sku,
            line.itemID ? formats.quantity(line.quantity) : '',
            line.itemID ? formats.price(line.unitPrice) : '',
            formats.money(line.total),
          ],
          detail: line.description === line.sku ? line.why : line.description,
        })),
        empty: 'Balance of an older system',
      },
    ],
    totals: totalsOf(invoice, formats),
    notes: invoice.note ? [invoice.note] : [],
  };
}

/** The invoice as a PDF, rendered after the transaction that reads the invoice. */
export async function invoicePDF(ctx: OutsideContext, invoiceID: string) {
  const paper = await ctx.inTransaction((inner) => invoicePaper(inner, invoiceID), { readOnly: true });
  return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
}
