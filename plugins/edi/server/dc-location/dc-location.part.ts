import type { EndpointRequest } from '@millwright/core/contracts';
import { definePart, named, projection, referenceAggregate, sql } from '@millwright/core/server';
import { dcLocationDeclarations, dcLocations, ediPermissions, listDcLocations } from '../../contracts/index.ts';
import { customerOf } from '../partner/customer-of.ts';
import { DcLocation } from './dc-location.entity.ts';
import { dcLocationImport } from './dc-location-import.ts';

const view = projection<typeof dcLocations.row, EndpointRequest<typeof listDcLocations>['query']>(dcLocations.row, {
  list: listDcLocations,
  table: 'edi.dc_location',
  computed: { customer: named('core.v_parties', 'dc_location.customer_id') },
  search: ['code', 'name', 'city'],
  filters: {
    customerIDs: (ids) => sql<boolean>`dc_location.customer_id = any(${ids}::text[])`,
    isActive: (value) => sql<boolean>`dc_location.is_active = ${value}`,
  },
  order: ['code'],
});

const plain = ['name', 'qualifier', 'code', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;

export const dcLocationPart = definePart({
  ...referenceAggregate({
    entity: DcLocation,
    table: 'edi.dc_location',
    endpoints: dcLocations,
    view,
    lists: [listDcLocations],
    fields: [...plain, 'receivingHours', 'notes', 'isActive', 'customer'],
    facts: ({ customer, ...location }) => ({ ...location, customer: customer.name }),
    subtitle: ({ code, customer }) => [code, customer?.name].filter(Boolean).join(', '),
    data: async (ctx, { customerID, country, ...fields }) => ({
      ...fields,
      ...(country === undefined ? {} : { country: country || 'US' }),
      ...(await customerOf(ctx, customerID)),
    }),
    import: dcLocationImport,
  }),
  permissions: ediPermissions,
  ...dcLocationDeclarations,
  references: [
    {
      to: 'customer',
      what: ['DC location', 'DC locations'],
      table: 'edi.dc_location',
      column: 'customer_id',
      label: 'referrer.code',
    },
  ],
  samples: [
    {
      table: 'edi.dc_location',
      row: (ids) => ({
        customer_id: ids('commerce.customer'),
        qualifier: '92',
        code: '00{label}',
        name: 'DC {label}',
        line1: 'Canary {label}',
        country: 'US',
      }),
    },
  ],
});
