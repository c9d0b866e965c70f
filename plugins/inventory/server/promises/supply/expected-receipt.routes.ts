import { type Route, route } from '@millwright/core/server';
import {
  createExpectedReceipt,
  deleteExpectedReceipt,
  getExpectedReceipt,
  listExpectedReceipts,
  receiveExpectedReceipt,
  updateExpectedReceipt,
} from '../../../contracts/index.ts';
import { expectedReceiptView } from './expected-receipt.queries.ts';
import type { ExpectedReceiptService } from './expected-receipt.service.ts';

export const expectedReceiptRoutes = (receipts: ExpectedReceiptService): Route[] => [
  route(listExpectedReceipts, (ctx, { query }) => expectedReceiptView.find(ctx, query)),
  route(getExpectedReceipt, (ctx, { params }) => expectedReceiptView.byID(ctx, params.expectedReceiptID)),
  route(createExpectedReceipt, (ctx, { body }) => receipts.create(ctx, body)),
  route(updateExpectedReceipt, (ctx, { params, body }) => receipts.update(ctx, params.expectedReceiptID, body)),
  route(deleteExpectedReceipt, (ctx, { params }) => receipts.remove(ctx, params.expectedReceiptID)),
  route(receiveExpectedReceipt, (ctx, { params, body }) => receipts.receive(ctx, params.expectedReceiptID, body)),
];
