import { type Route, route } from '@millwright/core/server';
import {
  bulkCreateStorageLocations,
  bulkEditStorageLocations,
  createStorageLocation,
  deleteStorageLocation,
  getStorageLocation,
  getStorageLocationTree,
  listStorageLocations,
  listStorageLocationTypes,
  previewBulkEditStorageLocations,
  type StorageLocationType,
  storageLocationTypes,
  updateStorageLocation,
} from '../../../contracts/index.ts';
import { findStorageLocations, storageLocationByID, storageLocationTree } from './storage-location.queries.ts';
import type { StorageLocationService } from './storage-location.service.ts';
import {
  editStorageLocations,
  previewEditStorageLocations,
  type StorageLocationEdit,
} from './storage-location-edit.ts';

const types = Object.entries(storageLocationTypes).map(([code, name]) => ({ code: code as StorageLocationType, name }));

export const storageLocationRoutes = (locations: StorageLocationService, edit: StorageLocationEdit): Route[] => [
  route(listStorageLocations, (ctx, { query }) => findStorageLocations(ctx, query)),
  route(getStorageLocationTree, (ctx) => storageLocationTree(ctx)),
  route(listStorageLocationTypes, async () => ({ items: types, count: types.length })),
  route(getStorageLocation, (ctx, { params }) => storageLocationByID(ctx, params.locationID)),
  route(createStorageLocation, (ctx, { body }) => locations.create(ctx, body)),
  route(updateStorageLocation, (ctx, { params, body }) => locations.update(ctx, params.locationID, body)),
  route(deleteStorageLocation, (ctx, { params }) => locations.remove(ctx, params.locationID)),
  route(bulkEditStorageLocations, (ctx, { body }) => editStorageLocations(ctx, edit, body)),
  route(previewBulkEditStorageLocations, (ctx, { body }) => previewEditStorageLocations(ctx, edit, body)),
  route(bulkCreateStorageLocations, (ctx, { body }) => locations.bulkCreate(ctx, body)),
];
