import { type Route, route } from '@millwright/core/server';
import {
  bulkDeleteSuppliers,
  bulkEditSuppliers,
  createSupplier,
  createSupplierMaterial,
  deleteSupplier,
  deleteSupplierMaterial,
  getSupplier,
  getSupplierMaterial,
  getSupplierMaterialByID,
  listItemSuppliers,
  listSupplierMaterials,
  listSuppliers,
  previewBulkEditSuppliers,
  putSupplierMaterial,
  updateSupplier,
  updateSupplierMaterial,
} from '../../../contracts/index.ts';
import {
  findItemSuppliers,
  findSupplierMaterials,
  supplierMaterialByID,
  supplierMaterialOf,
} from './material/supplier-material.queries.ts';
import type { SupplierMaterialService } from './material/supplier-material.service.ts';
import { supplierByID, supplierRows } from './supplier.queries.ts';
import type { SupplierService } from './supplier.service.ts';

export const supplierRoutes = (suppliers: SupplierService, materials: SupplierMaterialService): Route[] => [
  route(listSuppliers, (ctx, { query }) => supplierRows.find(ctx, query)),
  route(getSupplier, (ctx, { params }) => supplierByID(ctx, params.supplierID)),
  route(createSupplier, (ctx, { body }) => suppliers.create(ctx, body)),
  route(updateSupplier, (ctx, { params, body }) => suppliers.update(ctx, params.supplierID, body)),
  route(deleteSupplier, (ctx, { params }) => suppliers.remove(ctx, params.supplierID)),
  route(bulkDeleteSuppliers, (ctx, { body }) => suppliers.bulkDelete(ctx, body)),
  route(bulkEditSuppliers, (ctx, { body: { changes, ...selection } }) => suppliers.bulkEdit(ctx, selection, changes)),
  route(previewBulkEditSuppliers, (ctx, { body: { changes, ...selection } }) =>
    suppliers.previewBulkEdit(ctx, selection, changes),
  ),
  route(listSupplierMaterials, (ctx, { params, query }) => findSupplierMaterials(ctx, params.supplierID, query)),
  route(getSupplierMaterial, (ctx, { params }) => supplierMaterialOf(ctx, params.supplierID, params.itemID)),
  route(getSupplierMaterialByID, (ctx, { params }) => supplierMaterialByID(ctx, params.supplierMaterialID)),
  route(createSupplierMaterial, (ctx, { params, body }) => materials.create(ctx, params.supplierID, body)),
  route(putSupplierMaterial, (ctx, { params, body }) => materials.put(ctx, params.supplierID, params.itemID, body)),
  route(updateSupplierMaterial, (ctx, { params, body }) =>
    materials.update(ctx, params.supplierID, params.itemID, body),
  ),
  route(deleteSupplierMaterial, (ctx, { params }) => materials.remove(ctx, params.supplierID, params.itemID)),
  route(listItemSuppliers, (ctx, { params, query }) => findItemSuppliers(ctx, params.itemID, query)),
];
