import { bulkWork, definePart, implementation, type Reference, service } from '@millwright/core/server';
import { CataloguePort, ItemSupplierPort } from '@millwright/inventory/contracts';
import { supplierDeclarations, supplierEvents, supplierItemsView } from '../../../contracts/index.ts';
import { createDemoSuppliers } from './demo/supplier-demo.ts';
import { supplierEdit } from './edit/supplier-edit.ts';
import { supplierRemoval } from './edit/supplier-removal.ts';
import { supplierInvariants } from './facts/supplier-invariants.ts';
import { supplierSamples } from './facts/supplier-samples.ts';
import { supplierImporter } from './import/supplier-importer.ts';
import { supplierMaterialImporter } from './import/supplier-material-importer.ts';
import { ItemSupplierService } from './item-supplier.service.ts';
import { SupplierMaterialService } from './material/supplier-material.service.ts';
import { RetiredSupplierNumber, Supplier, SupplierMaterial } from './supplier.entity.ts';
import { supplierRoutes } from './supplier.routes.ts';
import { SupplierService } from './supplier.service.ts';

/** A supplier's item is deleted with the supplier, so it only prevents the deletion of items and units. */
const supplied: Omit<Reference, 'to' | 'column'> = {
  what: ['supplier', 'suppliers'],
  table: 'commerce.supplier_material',
  once: 'supplier_id',
  label: `(select supplier.name from commerce.supplier supplier
    where supplier.account_id = {account} and supplier.id = referrer.supplier_id)`,
};

export const supplierPart = definePart({
  ...supplierDeclarations,
  events: supplierEvents,
  views: [supplierItemsView],
  entities: [Supplier, RetiredSupplierNumber, SupplierMaterial],
  references: [
    { ...supplied, to: 'item', column: 'item_id' },
    { ...supplied, to: 'unit', column: 'unit_id', item: 'item_id' },
    {
      to: 'payment_term',
      what: ['supplier', 'suppliers'],
      table: 'commerce.supplier',
      column: 'default_payment_term_id',
      label: 'referrer.number',
    },
  ],
  provides: [ItemSupplierPort],
  services: [
    implementation(ItemSupplierPort, ItemSupplierService),
    service(SupplierService),
    service(SupplierMaterialService, CataloguePort),
  ],
  routes: (services) => supplierRoutes(services.get(SupplierService), services.get(SupplierMaterialService)),
  recordSources: (services) => [
    services.get(SupplierService).recordSource(),
    services.get(SupplierMaterialService).recordSource(),
  ],
  fills: ['inventory.item.panels'],
  numbering: [{ kind: 'supplier', label: 'Suppliers', first: 1000 }],
  changeSets: () => [bulkWork(supplierRemoval), bulkWork(supplierEdit)],
  imports: (services) => [supplierImporter, supplierMaterialImporter(services.get(CataloguePort))],
  invariants: supplierInvariants,
  demo: (ctx, random, services) => createDemoSuppliers(ctx, random, services.get(CataloguePort)),
  samples: supplierSamples,
});
