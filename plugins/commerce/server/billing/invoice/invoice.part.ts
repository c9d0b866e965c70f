import { accountsIn, bulkWork, contribution, created, definePart, emailSent, on } from '@millwright/core/server';
import { CataloguePort, StockPort, SummedDocumentsPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  creditLinesView,
  creditsView,
  customerRenamed,
  invoiceDeclarations,
  invoiceEvents,
  invoiceLinesView,
  invoiceProblems,
  invoiceStates,
  invoicesView,
} from '../../../contracts/index.ts';
import { standingIn } from '../../document/record/record-standing.ts';
import { ShipmentInvoicing } from '../../fulfilment/shipment/status/shipment-invoicing.ts';
import { documentsOfCustomerRenamed } from '../billing-search.ts';
import { invoiceEmail } from '../emails/invoice-emails.ts';
import { openingImporter } from '../opening/opening-importer.ts';
import { openInvoicesKind } from '../opening/opening-kind.ts';
import { Invoice, InvoiceLine } from './invoice.entity.ts';
import { findInvoicesByNumber, invoiceByID, statusCode } from './invoice.queries.ts';
import { invoiceRoutes } from './invoice.routes.ts';
import { invoiceShipment, voidInvoiceOfShipment } from './invoice.service.ts';
import { invoiceMail, invoiceMailing, noteInvoiceSent } from './invoice-mail.ts';
import { invoiceSamples } from './invoice-samples.ts';
import { invoiceInvariants } from './state/invoice-invariants.ts';
import { voidInvoiceAsked } from './state/void-invoice-state.ts';

const what = ['invoice', 'invoices'] as const;
const invoice = (to: string, column: string) => ({
  to,
  what,
  table: 'commerce.invoice',
  column,
  label: 'referrer.number',
});
const line = {
  what,
  table: 'commerce.invoice_line',
  once: 'invoice_id',
  label: `(select invoice.number from commerce.invoice invoice
    where invoice.account_id = {account} and invoice.id = referrer.invoice_id)`,
};

export const invoicePart = definePart({
  forbids: [voidInvoiceAsked],
  problems: invoiceProblems,
  ...invoiceDeclarations,
  events: invoiceEvents,
  views: [invoicesView, invoiceLinesView, creditsView, creditLinesView],
  entities: [Invoice, InvoiceLine],
  references: [
    invoice('customer', 'customer_id'),
    invoice('payment_term', 'payment_term_id'),
    { ...line, to: 'item', column: 'item_id' },
    { ...line, to: 'unit', column: 'unit_id', item: 'item_id' },
  ],
  services: [created(ShipmentInvoicing, () => ({ invoice: invoiceShipment, void: voidInvoiceOfShipment }))],
  routes: (services) =>
    invoiceRoutes({
      catalogue: services.get(CataloguePort),
      stock: services.get(StockPort),
      supply: services.get(SupplyPort),
    }),
  contributes: () => [contribution(SummedDocumentsPort, { accounts: accountsIn('commerce.invoice') })],
  subscriptions: () => [
    on(customerRenamed, 'commerce.rename-customer-on-invoices', documentsOfCustomerRenamed('invoice')),
    on(emailSent, 'commerce.note-invoice-sent', noteInvoiceSent),
  ],
  recordSources: () => [
    {
      type: 'invoice',
      findByNumber: findInvoicesByNumber,
      async label(ctx, id) {
        const { number, customer } = await invoiceByID(ctx, id);
        return `${number} ${customer.name}`;
      },
      standing: standingIn('commerce.invoice', invoiceStates.names, statusCode),
      email: invoiceMail,
    },
  ],
  slots: ['commerce.invoice.panels'],
  numbering: [{ kind: 'invoice', label: 'Invoices', first: 1000 }],
  imports: () => [openingImporter(openInvoicesKind)],
  changeSets: () => [bulkWork(invoiceMailing)],
  emails: [invoiceEmail],
  invariants: invoiceInvariants,
  samples: invoiceSamples,
});
