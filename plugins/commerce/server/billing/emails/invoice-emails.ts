import { reactEmail } from '@millwright/core/server';
import { invoicePaper } from '../invoice/invoice-pdf.ts';
import type { InvoiceEmailProps } from './invoice-email.tsx';

/** `commerce.invoice`: an invoice with its PDF. */
export const invoiceEmail = reactEmail<InvoiceEmailProps>({
  name: 'commerce.invoice',
  previewPath: '/invoice-email-preview',
  subject: ({ number, accountName }) => `Invoice ${number} from ${accountName}`,
  load: async () => (await import('./invoice-email.tsx')).InvoiceEmail,
  paper: async (ctx, props) => ({
    filename: `Invoice ${String(props['number'])}.pdf`,
    paper: await invoicePaper(ctx, String(props['invoiceID'])),
  }),
  sample: {
    invoiceID: '',
    number: '2041',
    customerName: 'Lakeside Outfitters',
    customerPO: 'PO-77815',
    date: 'March 18, 2026',
    due: 'April 17, 2026',
    total: '$4,142.40',
    open: '$4,142.40',
    note: null,
  },
});
