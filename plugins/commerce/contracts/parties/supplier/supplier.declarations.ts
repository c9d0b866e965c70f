import { type RecordType, recordDeclarations, type Screen } from '@millwright/core/contracts';
import { suppliers } from './supplier.contract.ts';

const own = recordDeclarations(suppliers, {
  rights: {
    group: 'purchasing',
    description: 'Who the account buys from, with what they supply.',
    defaults: { user: 'crud' },
  },
  nav: { section: 'Buy', order: 10, icon: 'truck', shortcut: 'g u' },
  formNeeds: ['payment_terms:read'],
});

/** Permissions, record types and screens of suppliers and of what they supply. */
export const supplierDeclarations = {
  ...own,
  records: [
    ...own.records,
    {
      type: 'supplier_material',
      prefix: 'spm',
      label: 'Supplier material',
      permission: 'suppliers:read',
      path: '/dashboard/suppliers/materials/{id}',
    } satisfies RecordType,
  ],
  screens: [
    ...own.screens,
    {
      name: 'supplier-material',
      path: '/dashboard/suppliers/materials/:supplierMaterialID',
      title: 'Supplier material',
      needs: ['suppliers:read'],
    } satisfies Screen,
  ],
};
