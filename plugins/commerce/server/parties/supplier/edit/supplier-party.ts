import { listAddresses } from '@millwright/core/contracts';
import {
  listSupplierContacts,
  listSupplierMaterials,
  listSuppliers,
  supplierChanged,
  supplierCreated,
  supplierDeleted,
} from '../../../../contracts/index.ts';
import type { PartyKindFacts } from '../../party/party-kind.ts';

/** Suppliers as parties; a supplier's items and contacts are deleted with it. */
export const supplierParty: PartyKindFacts = {
  kind: 'supplier',
  parts: ['commerce.supplier_material', 'commerce.supplier_contact'],
  lists: [listSuppliers, listSupplierMaterials, listSupplierContacts, listAddresses],
  events: { created: supplierCreated, changed: supplierChanged, deleted: supplierDeleted },
};
