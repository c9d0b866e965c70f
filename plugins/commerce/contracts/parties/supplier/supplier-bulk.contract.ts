import { bulkAnswer, bulkBody, bulkPreview, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { supplierFilter } from './supplier.contract.ts';
import { bulkSupplierFields } from './supplier-fields.ts';

/** Deletes suppliers. Takes ids or the filter of the list; above 2,000 suppliers by a change set. */
export const bulkDeleteSuppliers = endpoint({
  name: 'bulkDeleteSuppliers',
  method: 'POST',
  path: '/v1/suppliers/actions/bulk-delete',
  isLong: true,
  permission: 'suppliers:delete',
  summary: 'Deletes many suppliers.',
  body: bulkBody({ ids: 'supplierIDs', one: 'supplier', several: 'suppliers', filter: supplierFilter }),
  reply: bulkAnswer,
});

/** Fields of a bulk edit; null clears a value. */
export const supplierChanges = z
  .strictObject(bulkSupplierFields.input)
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

const editBody = bulkBody({
  ids: 'supplierIDs',
  one: 'supplier',
  several: 'suppliers',
  filter: supplierFilter,
  more: { changes: supplierChanges },
});

/** Sets the same values on many suppliers; undone as a whole. Above 2,000 suppliers by a change set. */
export const bulkEditSuppliers = endpoint({
  name: 'bulkEditSuppliers',
  method: 'PUT',
  path: '/v1/suppliers/actions/bulk-edit',
  isLong: true,
  permission: 'suppliers:update',
  summary: 'Changes fields of many suppliers.',
  body: editBody,
  reply: bulkAnswer,
});

/** Previews the edit. */
export const previewBulkEditSuppliers = endpoint({
  name: 'previewBulkEditSuppliers',
  method: 'PUT',
  path: '/v1/suppliers/actions/preview-bulk-edit',
  isLong: true,
  permission: 'suppliers:update',
  summary: 'Tells what a change of many suppliers would do.',
  body: editBody,
  reply: bulkPreview,
});
