import { bulkAnswer, bulkBody, bulkPreview, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { supplierFilter } from './supplier.contract.ts';
import { bulkSupplierFields } from './supplier-fields.ts';

/** Deletes suppliers. Takes ids or the filter of the list; over 2,000 suppliers a change set does it. */
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

/** Fields that many suppliers are given at once; null takes a value away. */
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

/** Gives many suppliers the same values; it can be undone as a whole. Over 2,000 suppliers a change set does it. */
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

/** What that would do. */
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
