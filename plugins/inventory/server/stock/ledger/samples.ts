import type { TableSample } from '@millwright/core/server';

const item = 'inventory.item';
const location = 'inventory.storage_location';
const lot = 'inventory.lot';
const property = 'inventory.property';

/** One valid row per table of the warehouse and of what describes items, for the generated matrices. */
export const stockSamples: readonly TableSample[] = [
  { table: property, row: { name: 'Colour {label}' } },
  {
    table: 'inventory.attribute',
    row: (ids) => ({ property_id: ids(property), name: 'Red {label}', color: '#ff0000', position: 0 }),
  },
  {
    table: 'inventory.category',
    row: (ids) => ({
      type: 'product',
      name: 'Category {label}',
      notes: 'Canary {label}',
      unit_group_id: ids('inventory.unit_group'),
    }),
  },
  {
    table: 'inventory.category_property',
    row: (ids) => ({ category_id: ids('inventory.category'), property_id: ids(property) }),
  },
  { table: 'inventory.product_group', row: { name: 'Group {label}', notes: 'Canary {label}' } },
  {
    table: 'inventory.product_group_property',
    row: (ids) => ({ product_group_id: ids('inventory.product_group'), property_id: ids(property), position: 0 }),
  },
  {
    table: 'inventory.item_attribute',
    row: (ids) => ({ item_id: ids(item), property_id: ids(property), attribute_id: ids('inventory.attribute') }),
  },
  { table: 'inventory.department', row: { name: 'Department {label}', notes: 'Canary {label}' } },
  {
    table: 'inventory.machine',
    row: (ids) => ({
      name: 'Machine {label}',
      serial_number: 'SN-{label}',
      notes: 'Canary {label}',
      department_id: ids('inventory.department'),
    }),
  },
  {
    table: location,
    row: (ids) => ({
      name: 'Shelf {label}',
      type: 'shelf',
      reservation_state: 'open',
      holder_id: ids('core.party'),
      notes: 'Canary {label}',
      is_default: false,
    }),
  },
  {
    table: lot,
    row: (ids) => ({
      item_id: ids(item),
      lot_number: 'LOT-{label}',
      expires_on: '2031-01-31',
      notes: 'Canary {label}',
    }),
  },
  {
    table: 'inventory.item_position',
    row: (ids) => ({
      item_id: ids(item),
      owner_id: ids('core.party'),
      on_hand: '5.000000',
      value: '3.750000',
      closed: '0.000000',
      held: '0.000000',
      reserved: '0.000000',
      demanded: '0.000000',
    }),
  },
  {
    table: 'inventory.balance',
    row: (ids) => ({
      item_id: ids(item),
      owner_id: ids('core.party'),
      location_id: ids(location),
      lot_id: ids(lot),
      on_hand: '5.000000',
      allocated: '0.000000',
    }),
  },
  {
    table: 'inventory.cost_layer',
    row: (ids) => ({
      item_id: ids(item),
      owner_id: ids('core.party'),
      location_id: ids(location),
      lot_id: ids(lot),
      received_at: '2026-01-02T00:00:00.000Z',
      quantity: '5.000000',
      remaining: '5.000000',
      value: '3.750000',
      remaining_value: '3.750000',
      origin_id: 'lay_{label}',
      likeness: 'lay_{label}',
      reference: 'Canary {label}',
    }),
  },
  {
    table: 'inventory.movement',
    row: (ids) => ({
      operation_id: 'op_{label}',
      action: 'receive',
      item_id: ids(item),
      owner_id: ids('core.party'),
      location_id: ids(location),
      lot_id: ids(lot),
      quantity: '5.000000',
      measure: '5.000000',
      unit_id: ids('inventory.unit'),
      value: '3.750000',
      source_type: 'expected_receipt',
      source_id: 'exr_{label}',
      source_line_id: 'line_{label}',
      reason: 'Canary {label}',
      member_id: ids('core.member'),
      actor_name: 'Person {label}',
    }),
  },
  {
    table: 'inventory.movement_layer',
    row: (ids) => ({
      movement_id: ids('inventory.movement'),
      layer_id: ids('inventory.cost_layer'),
      quantity: '5.000000',
      value: '3.750000',
    }),
  },
  {
    table: 'inventory.demand',
    row: (ids) => ({
      item_id: ids(item),
      source_type: 'sales_order',
      source_id: 'so_{label}',
      source_number: '1000-{label}',
      line_id: 'line_{label}',
      customer_id: ids('core.party'),
      quantity: '2.000000',
      reserved: '0.000000',
      priority_rank: 0,
      promised_on: '2026-02-03',
      issued_at: '2026-01-02T00:00:00.000Z',
    }),
  },
  {
    table: 'inventory.hold',
    row: { actor_id: 'user_{label}', actor_name: 'Person {label}', expires_at: '2026-01-02T00:15:00.000Z' },
  },
  {
    table: 'inventory.hold_line',
    row: (ids) => ({
      hold_id: ids('inventory.hold'),
      item_id: ids(item),
      wanted: '1.000000',
      quantity: '0.000000',
      expires_at: '2026-01-02T00:15:00.000Z',
    }),
  },
  {
    table: 'inventory.supply',
    row: (ids) => ({
      item_id: ids(item),
      source_type: 'expected_receipt',
      source_id: 'exr_{label}',
      source_number: 'Canary {label}',
      measure: '5.000000',
      unit_id: ids('inventory.unit'),
      quantity: '5.000000',
      due_on: '2026-02-03',
      unit_cost: '0.750000',
      cost_numerator: '1',
      cost_denominator: '1',
      location_id: ids(location),
      note: 'Canary {label}',
    }),
  },
];
