import { listAddresses } from '@millwright/core/contracts';
import {
  listSupplierMaterials,
  listSuppliers,
  supplierChanged,
  supplierCreated,
  supplierDeleted,
} from '../../../../contracts/index.ts';
import type { PartyKindFacts } from '../../party/party-kind.ts';

/** Suppliers as parties; a supplier's items are deleted with it. */
export const supplierParty: PartyKindFacts = {
  kind: 'supplier',
  parts: 'commerce.supplier_material',
  lists: [listSuppliers, listSupplierMaterials, listAddresses],
  events: { created: supplierCreated, changed: supplierChanged, deleted: supplierDeleted },
};
