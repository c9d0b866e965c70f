import { type Route, route } from '@millwright/core/server';
import {
  bulkDeleteCustomers,
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../../../contracts/index.ts';
import { customerByID, findCustomers } from './customer.queries.ts';
import type { CustomerService } from './customer.service.ts';

export const customerRoutes = (customers: CustomerService): Route[] => [
  route(listCustomers, (ctx, { query }) => findCustomers(ctx, query)),
  route(getCustomer, (ctx, { params }) => customerByID(ctx, params.customerID)),
  route(createCustomer, (ctx, { body }) => customers.create(ctx, body)),
  route(updateCustomer, (ctx, { params, body }) => customers.update(ctx, params.customerID, body)),
  route(deleteCustomer, (ctx, { params }) => customers.remove(ctx, params.customerID)),
  route(bulkDeleteCustomers, (ctx, { body }) => customers.bulkDelete(ctx, body)),
];
