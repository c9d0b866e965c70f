import type { TableSample } from '@millwright/core/server';

/** One valid row per table of suppliers for the generated matrices. */
export const supplierSamples: readonly TableSample[] = [
  {
    table: 'commerce.supplier',
    row: (ids) => ({
      // A supplier has the id of its party.
      id: ids('core.party'),
      number: 'S-{label}',
      name: 'Supplier {label}',
      note: 'Canary {label}',
      is_active: true,
      address_id: ids('core.party_address'),
      default_payment_term_id: ids('commerce.payment_term'),
    }),
  },
  {
    table: 'commerce.retired_supplier_number',
    row: { number: 'gone-{label}', supplier_id: 'sup_{label}', deleted_at: new Date('2026-01-15T12:00:00Z') },
  },
  {
    table: 'commerce.supplier_material',
    row: (ids) => ({
      supplier_id: ids('commerce.supplier'),
      item_id: 'itm_{label}',
      supplier_part_number: 'PART-{label}',
      supplier_description: null,
      is_active: true,
      unit_id: 'unit_{label}',
      unit_price: '1.250000',
      lead_time_days: 14,
      minimum_order_quantity: '10.000000',
      last_cost: null,
      last_purchased_on: null,
    }),
  },
];
