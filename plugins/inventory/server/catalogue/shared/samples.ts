import type { TableSample } from '@millwright/core/server';

/** One valid row per table for the generated matrices. */
export const inventorySamples: readonly TableSample[] = [
  { table: 'inventory.unit', row: { name: 'unit {label}', description: 'Canary {label}', is_built_in: false } },
  {
    table: 'inventory.unit_group',
    row: (ids) => ({ name: 'Group {label}', notes: 'Canary {label}', base_unit_id: ids('inventory.unit') }),
  },
  {
    table: 'inventory.unit_conversion',
    row: (ids) => ({
      unit_group_id: ids('inventory.unit_group'),
      unit_id: ids('inventory.unit'),
      numerator: 1,
      denominator: 1,
    }),
  },
  {
    table: 'inventory.product_line',
    row: (ids) => ({
      name: 'Line {label}',
      is_commission_exempt: true,
      is_freight_exempt: false,
      unit_group_id: ids('inventory.unit_group'),
    }),
  },
  {
    table: 'inventory.item',
    row: (ids) => ({
      type: 'product',
      sku: 'SKU-{label}',
      description: 'Canary {label}',
      product_type: 'sale',
      unit_value: '1.500000',
      unit_cost: '0.750000',
      default_conversion_id: ids('inventory.unit_conversion'),
      product_line_id: ids('inventory.product_line'),
    }),
  },
];
