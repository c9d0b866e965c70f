import { bulkAnswer, bulkBody, bulkPreview, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { departmentReference } from '../department/department.contract.ts';
import { locationFilter, locationType, reservationState } from './storage-location.contract.ts';

/** Fields that many places are given at once; null takes a value away. */
export const storageLocationChanges = z
  .strictObject({
    reservationState: reservationState.optional(),
    isPromisable: z.boolean().optional(),
    type: locationType.optional(),
    departmentID: departmentReference.nullish(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

const body = bulkBody({
  ids: 'locationIDs',
  one: 'storage location',
  several: 'storage locations',
  filter: locationFilter,
  more: { changes: storageLocationChanges },
});

/**
 * Gives many places the same values, with what closing and opening does to stock and promises, and lists those that may
 * not change; it can be undone as a whole. Over 2,000 places a change set does it and the answer names it.
 */
export const bulkEditStorageLocations = endpoint({
  name: 'bulkEditStorageLocations',
  method: 'PUT',
  path: '/v1/locations/actions/bulk-edit',
  isLong: true,
  permission: 'storage_locations:update',
  summary: 'Changes fields of many storage locations.',
  body,
  reply: bulkAnswer,
});

/** What that would do, and why it would refuse places. */
export const previewBulkEditStorageLocations = endpoint({
  name: 'previewBulkEditStorageLocations',
  method: 'PUT',
  path: '/v1/locations/actions/preview-bulk-edit',
  isLong: true,
  permission: 'storage_locations:update',
  summary: 'Tells what a change of many storage locations would do.',
  body,
  reply: bulkPreview,
});
