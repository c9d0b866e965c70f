import { type Route, route } from '@millwright/core/server';
import {
  createShippingTerm,
  deleteShippingTerm,
  getShippingTerm,
  listShippingTerms,
  updateShippingTerm,
} from '../../../contracts/index.ts';
import { findShippingTerms, shippingTermByID } from './shipping-term.queries.ts';
import type { ShippingTermService } from './shipping-term.service.ts';

export const shippingTermRoutes = (terms: ShippingTermService): Route[] => [
  route(listShippingTerms, (ctx, { query }) => findShippingTerms(ctx, query)),
  route(getShippingTerm, (ctx, { params }) => shippingTermByID(ctx, params.shippingTermID)),
  route(createShippingTerm, (ctx, { body }) => terms.create(ctx, body)),
  route(updateShippingTerm, (ctx, { params, body }) => terms.update(ctx, params.shippingTermID, body)),
  route(deleteShippingTerm, (ctx, { params }) => terms.remove(ctx, params.shippingTermID)),
];
