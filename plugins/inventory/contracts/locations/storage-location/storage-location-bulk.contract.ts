import { bulkAnswer, bulkBody, bulkPreview, endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { departmentReference } from '../department/department.contract.ts';
import { locationFilter, locationType, reservationState } from './storage-location.contract.ts';

/** Fields of a bulk edit of places; null clears a value. */
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
 * Sets the same values on many places, with the effects of closing and opening on stock and promises, and lists the
 * unchanged ones; undone as a whole. Above 2,000 places a change set does the work and the answer names it.
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

/** Previews the edit, with the reasons of places that cannot be changed. */
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
