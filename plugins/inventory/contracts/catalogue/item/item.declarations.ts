import { definePermissions, recordDeclarations } from '@millwright/core/contracts';
import { materialEndpoints, partEndpoints, supplyEndpoints } from './item.contract.ts';

/** The ids of all items begin with `itm_`. Forms show the units that an item is counted in. */
const shared = { record: { kindOf: 'item' }, formNeeds: ['units:read', 'unit_groups:read'] } as const;
const rights = (description: string) =>
  ({ group: 'items', description, defaults: { user: 'crud', scanner: 'r' } }) as const;

const kinds = [
  recordDeclarations(partEndpoints, {
    ...shared,
    rights: rights('Items that are made on the way to a product.'),
    nav: { section: 'Stock', order: 3, icon: 'nut' },
  }),
  recordDeclarations(materialEndpoints, {
    ...shared,
    rights: rights('Items that are bought and used up in production.'),
    nav: { section: 'Stock', order: 4, icon: 'drum' },
  }),
  recordDeclarations(supplyEndpoints, {
    ...shared,
    rights: rights('Items that keep the business running and go into no product.'),
    nav: { section: 'Stock', order: 5, icon: 'drop' },
  }),
];

/** Permissions, record types and screens of parts, materials and supplies (spec operations sections 2 and 6). */
export const itemDeclarations = {
  permissions: [
    ...definePermissions([
      {
        code: 'items',
        name: 'Items',
        group: 'items',
        description: 'Everything with a SKU: products, parts, materials and supplies.',
        defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
      },
    ]),
    ...kinds.flatMap(({ permissions }) => permissions ?? []),
  ],
  records: kinds.flatMap(({ records }) => records),
  screens: kinds.flatMap(({ screens }) => screens),
};
