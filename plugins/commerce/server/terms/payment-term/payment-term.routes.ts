import { type Route, route } from '@millwright/core/server';
import {
  createPaymentTerm,
  deletePaymentTerm,
  getPaymentTerm,
  listPaymentTerms,
  updatePaymentTerm,
} from '../../../contracts/index.ts';
import { findPaymentTerms, paymentTermByID } from './payment-term.queries.ts';
import type { PaymentTermService } from './payment-term.service.ts';

export const paymentTermRoutes = (terms: PaymentTermService): Route[] => [
  route(listPaymentTerms, (ctx, { query }) => findPaymentTerms(ctx, query)),
  route(getPaymentTerm, (ctx, { params }) => paymentTermByID(ctx, params.paymentTermID)),
  route(createPaymentTerm, (ctx, { body }) => terms.create(ctx, body)),
  route(updatePaymentTerm, (ctx, { params, body }) => terms.update(ctx, params.paymentTermID, body)),
  route(deletePaymentTerm, (ctx, { params }) => terms.remove(ctx, params.paymentTermID)),
];
