import { bulkAnswer, bulkBody, bulkPreview, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { customerFilter } from './customer.contract.ts';
import { bulkCustomerFields } from './customer-fields.ts';

/**
 * Deletes the customers without references and lists the others with the reason. Takes ids or the filter of the list;
 * above 2,000 customers a change set does the work and the answer names it.
 */
export const bulkDeleteCustomers = endpoint({
  name: 'bulkDeleteCustomers',
  method: 'POST',
  path: '/v1/customers/actions/bulk-delete',
  isLong: true,
  permission: 'customers:delete',
  summary: 'Deletes many customers.',
  body: bulkBody({ ids: 'customerIDs', one: 'customer', several: 'customers', filter: customerFilter }),
  reply: bulkAnswer,
});

/** Fields of a bulk edit; null clears a value. */
export const customerChanges = z
  .strictObject(bulkCustomerFields.input)
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

const editBody = bulkBody({
  ids: 'customerIDs',
  one: 'customer',
  several: 'customers',
  filter: customerFilter,
  more: { changes: customerChanges },
});

/**
 * Sets the same values on many customers and lists the unchanged ones; undone as a whole. Above 2,000 customers a
 * change set does the work and the answer names it.
 */
export const bulkEditCustomers = endpoint({
  name: 'bulkEditCustomers',
  method: 'PUT',
  path: '/v1/customers/actions/bulk-edit',
  isLong: true,
  permission: 'customers:update',
  summary: 'Changes fields of many customers.',
  body: editBody,
  reply: bulkAnswer,
});

/** Previews the edit. */
export const previewBulkEditCustomers = endpoint({
  name: 'previewBulkEditCustomers',
  method: 'PUT',
  path: '/v1/customers/actions/preview-bulk-edit',
  isLong: true,
  permission: 'customers:update',
  summary: 'Tells what a change of many customers would do.',
  body: editBody,
  reply: bulkPreview,
});
