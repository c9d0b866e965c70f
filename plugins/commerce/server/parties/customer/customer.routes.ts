import { type Route, route } from '@millwright/core/server';
import {
  bulkDeleteCustomers,
  bulkEditCustomers,
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  previewBulkEditCustomers,
  updateCustomer,
} from '../../../contracts/index.ts';
import { customerByID, customerRows } from './customer.queries.ts';
import type { CustomerService } from './customer.service.ts';

export const customerRoutes = (customers: CustomerService): Route[] => [
  route(listCustomers, (ctx, { query }) => customerRows.find(ctx, query)),
  route(getCustomer, (ctx, { params }) => customerByID(ctx, params.customerID)),
  route(createCustomer, (ctx, { body }) => customers.create(ctx, body)),
  route(updateCustomer, (ctx, { params, body }) => customers.update(ctx, params.customerID, body)),
  route(deleteCustomer, (ctx, { params }) => customers.remove(ctx, params.customerID)),
  route(bulkEditCustomers, (ctx, { body: { changes, ...selection } }) => customers.bulkEdit(ctx, selection, changes)),
  route(previewBulkEditCustomers, (ctx, { body: { changes, ...selection } }) =>
    customers.previewBulkEdit(ctx, selection, changes),
  ),
  route(bulkDeleteCustomers, (ctx, { body }) => customers.bulkDelete(ctx, body)),
];
