import { outsideRoute, type Route, route } from '@millwright/core/server';
import {
  bulkEmailInvoices,
  createInvoice,
  creditInvoice,
  getInvoice,
  getInvoicePDF,
  listAccountInvoices,
  listInvoices,
  updateInvoice,
  voidInvoice,
} from '../../../contracts/index.ts';
import { type Crediting, creditInvoiceByID } from '../credit/credit.service.ts';
import { invoiceByID, invoiceRows, invoicesOfCustomer } from './invoice.queries.ts';
import * as invoices from './invoice.service.ts';
import { emailInvoices } from './invoice-mail.ts';
import { invoicePDF } from './invoice-pdf.ts';

export const invoiceRoutes = (crediting: Crediting): Route[] => [
  route(bulkEmailInvoices, (ctx, { body }) => emailInvoices(ctx, body)),
  route(listInvoices, (ctx, { query }) => invoiceRows.find(ctx, query)),
  route(listAccountInvoices, (ctx, { params, query }) => invoicesOfCustomer(ctx, params.accountID, query)),
  route(createInvoice, (ctx, { body }) => invoices.createInvoiceForOrder(ctx, body.orderID)),
  route(getInvoice, (ctx, { params }) => invoiceByID(ctx, params.invoiceID)),
  route(updateInvoice, (ctx, { params, body }) => invoices.changeInvoice(ctx, params.invoiceID, body)),
  route(voidInvoice, (ctx, { params, body }) => invoices.voidInvoiceByID(ctx, params.invoiceID, body.version)),
  route(creditInvoice, (ctx, { params, body }) => creditInvoiceByID(ctx, crediting, params.invoiceID, body)),
  outsideRoute(getInvoicePDF, (ctx, { params }) => invoicePDF(ctx, params.invoiceID)),
];
