import { outsideRoute, type Route, route } from '@millwright/core/server';
import type { SupplyPort } from '@millwright/inventory/contracts';
import {
  adjustmentTypeNames,
  createTransaction,
  deleteTransaction,
  deleteTransactionAllocation,
  getTransaction,
  getTransactionPDF,
  listAccountTransactions,
  listAdjustmentTypes,
  listTransactionAllocations,
  listTransactionMethods,
  listTransactions,
  listTransactionTypes,
  transactionMethodNames,
  transactionTypeNames,
  updateTransaction,
  updateTransactionAllocation,
} from '../../../contracts/index.ts';
import { changeAllocation, takeBackAllocation } from './allocation.service.ts';
import { receiptPDF } from './receipt.ts';
import { allocationRows, transactionByID, transactionRows, transactionsOfCustomer } from './transaction.queries.ts';
import { changeTransaction, enterTransactions, voidTransaction } from './transaction.service.ts';

const codes = (names: Readonly<Record<string, string>>) => {
  const items = Object.entries(names).map(([code, name]) => ({ code, name }));
  return async () => ({ items, count: items.length });
};

export const transactionRoutes = (supply: SupplyPort): Route[] => [
  route(listTransactionTypes, codes(transactionTypeNames)),
  route(listAdjustmentTypes, codes(adjustmentTypeNames)),
  route(listTransactionMethods, codes(transactionMethodNames)),
  route(listTransactions, (ctx, { query }) => transactionRows.find(ctx, query)),
  route(listAccountTransactions, (ctx, { params, query }) => transactionsOfCustomer(ctx, params.accountID, query)),
  route(createTransaction, async (ctx, { body }) => {
    const [id = ''] = await enterTransactions(ctx, [body]);
    return transactionByID(ctx, id);
  }),
  route(getTransaction, (ctx, { params }) => transactionByID(ctx, params.transactionID)),
  route(updateTransaction, (ctx, { params, body }) => changeTransaction(ctx, params.transactionID, body)),
  route(deleteTransaction, (ctx, { params }) => voidTransaction(ctx, supply, params.transactionID)),
  outsideRoute(getTransactionPDF, (ctx, { params }) => receiptPDF(ctx, params.transactionID)),
  route(listTransactionAllocations, (ctx, { query }) => allocationRows.find(ctx, query)),
  route(updateTransactionAllocation, async (ctx, { params, body }) =>
    allocationRows.byID(ctx, await changeAllocation(ctx, params.transactionAllocationID, body)),
  ),
  route(deleteTransactionAllocation, async (ctx, { params }) => {
    await takeBackAllocation(ctx, params.transactionAllocationID);
    return undefined;
  }),
];
