import { type Big, decimal, quantityID, roundUnitPrice, toWire, zero } from '@millwright/core/contracts';
import { among, likeOf, projection, sinceDay, sql, todayOf, upToDay } from '@millwright/core/server';
import { expectedReceipts, expectedReceiptType, listExpectedReceipts } from '../../../contracts/index.ts';
import { pathColumn, placeOf, placesInside } from '../../locations/storage-location/places/place-columns.ts';
import { costPerDefaultUnit, itemColumn, itemsFoundBy, stockItemOf } from '../../stock/inventory-list/stock-columns.ts';

interface Entered {
  id: string;
  measure: string;
  expected: string;
  unitID: string;
  unit: string;
}

/** A base quantity in the unit that was entered, which quantities of the same row convert to. */
const shown = ({ id, measure, expected, unitID, unit }: Entered, base: Big, field: string) => ({
  id: quantityID(id, field),
  measure: toWire(roundUnitPrice(base.times(decimal(measure)).div(decimal(expected)))),
  unitID,
  unit,
});

/** Expected receipts, the earliest first. */
export const expectedReceiptView = projection(expectedReceipts.row, {
  list: listExpectedReceipts,
  table: 'inventory.supply',
  where: sql<boolean>`supply.source_type = ${expectedReceiptType}`,
  computed: {
    expectedOn: sql`supply.due_on::text`,
    isOpen: sql`(supply.closed_at is null)`,
    isLate: (ctx) => sql`(supply.closed_at is null and supply.due_on < ${todayOf(ctx)}::date)`,
  },
  extra: {
    item: itemColumn('supply'),
    measure: sql.ref<string>('supply.measure'),
    expected: sql.ref<string>('supply.quantity'),
    arrived: sql.ref<string>('supply.received'),
    unitID: sql.ref<string>('supply.unit_id'),
    unit: sql<string>`(select unit.name from inventory.unit unit
      where unit.account_id = supply.account_id and unit.id = supply.unit_id)`,
    cost: sql.ref<string | null>('supply.unit_cost'),
    costNumerator: sql.ref<string>('supply.cost_numerator'),
    costDenominator: sql.ref<string>('supply.cost_denominator'),
    locationID: sql.ref<string | null>('supply.location_id'),
    path: pathColumn('supply', 'location_id'),
  },
  derived: {
    item: ({ item }) => stockItemOf(item),
    quantity: (row) => shown(row, decimal(row.expected), 'quantity'),
    received: (row) => shown(row, decimal(row.arrived), 'received'),
    open: (row) => {
      const [expected, arrived] = [decimal(row.expected), decimal(row.arrived)];
      return shown(row, row.isOpen && arrived.lt(expected) ? expected.minus(arrived) : zero, 'open');
    },
    unitCost: ({ item, cost, costNumerator, costDenominator }) =>
      cost === null ? null : costPerDefaultUnit(item, decimal(cost).times(decimal(costDenominator)), costNumerator),
    storageLocation: ({ locationID, path }) => (locationID === null ? null : placeOf(locationID, path)),
  },
  search: (text) => sql<boolean>`(supply.item_id in ${itemsFoundBy(text)} or supply.note ilike ${likeOf(text)})`,
  filters: {
    itemIDs: (ids) => among('supply.item_id', ids),
    storageLocationIDs: (ids, ctx) => sql<boolean>`supply.location_id in ${placesInside(ctx, ids)}`,
    startDate: sinceDay('supply.due_on'),
    endDate: upToDay('supply.due_on'),
    isOpen: (value) => sql<boolean>`supply.closed_at is ${sql.raw(value ? 'null' : 'not null')}`,
    isLate: (value, ctx) =>
      sql<boolean>`(supply.closed_at is null and supply.due_on < ${todayOf(ctx)}::date) = ${value}`,
  },
  sortable: { expectedOn: 'supply.due_on' },
  order: ['expectedOn'],
});
