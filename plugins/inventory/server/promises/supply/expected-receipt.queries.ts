import {
  decimal,
  type EndpointRequest,
  problems,
  quantityID,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql, type TableRow, todayOf } from '@millwright/core/server';
import { type ExpectedReceipt, expectedReceiptType, listExpectedReceipts } from '../../../contracts/index.ts';
import { pathColumn, placeOf, placesInside } from '../../locations/storage-location/place-columns.ts';
import { costPerDefaultUnit, itemColumn, itemsFoundBy, stockItemOf } from '../../stock/inventory-list/stock-columns.ts';
import type { Supply } from './supply.entity.ts';

type Tables = { 'inventory.supply': TableRow<typeof Supply> };

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('inventory.supply as supply')
    .where('supply.account_id', '=', ctx.account.id)
    .where('supply.source_type', '=', expectedReceiptType);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'supply.id',
    'supply.measure',
    'supply.quantity',
    'supply.received',
    'supply.unit_id as unitID',
    sql<string>`(select unit.name from inventory.unit unit
      where unit.account_id = supply.account_id and unit.id = supply.unit_id)`.as('unit'),
    sql<string>`supply.due_on::text`.as('dueOn'),
    'supply.unit_cost as unitCost',
    'supply.cost_numerator as costNumerator',
    'supply.cost_denominator as costDenominator',
    'supply.note',
    'supply.location_id as locationID',
    pathColumn('supply', 'location_id').as('path'),
    itemColumn('supply').as('item'),
    'supply.closed_at as closedAt',
    'supply.version',
    'supply.created_at as createdAt',
    'supply.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

function receiptOf(today: string, row: Row): ExpectedReceipt {
  const expected = decimal(row.quantity);
  const received = decimal(row.received);
  const isOpen = row.closedAt === null;
  const rest = isOpen && received.lt(expected) ? expected.minus(received) : decimal('0');
  // In the unit that was entered, which base quantities of the same row convert to.
  const shown = (base: typeof expected, field: string) => ({
    id: quantityID(row.id, field),
    measure: toWire(roundUnitPrice(base.times(decimal(row.measure)).div(expected))),
    unitID: row.unitID,
    unit: row.unit,
  });
  return {
    id: row.id,
    item: stockItemOf(row.item),
    quantity: shown(expected, 'quantity'),
    received: shown(received, 'received'),
    open: shown(rest, 'open'),
    expectedOn: row.dueOn,
    isLate: isOpen && row.dueOn < today,
    isOpen,
    unitCost:
      row.unitCost === null
        ? null
        : costPerDefaultUnit(row.item, decimal(row.unitCost).times(decimal(row.costDenominator)), row.costNumerator),
    storageLocation: row.locationID === null ? null : placeOf(row.locationID, row.path),
    note: row.note,
    closedAt: row.closedAt === null ? null : isoText(row.closedAt),
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** A page of expected receipts, the earliest first. */
export async function findExpectedReceipts(
  ctx: AccountContext,
  page: EndpointRequest<typeof listExpectedReceipts>['query'],
) {
  const today = todayOf(ctx);
  let matching = from(ctx);
  if (page.query) {
    const note = `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where(
      sql<boolean>`(supply.item_id in ${itemsFoundBy(page.query)} or supply.note ilike ${note})`,
    );
  }
  if (page.itemIDs) matching = matching.where('supply.item_id', 'in', page.itemIDs);
  if (page.storageLocationIDs)
    matching = matching.where('supply.location_id', 'in', placesInside(ctx, page.storageLocationIDs));
  if (page.startDate) matching = matching.where('supply.due_on', '>=', page.startDate);
  if (page.endDate) matching = matching.where('supply.due_on', '<=', page.endDate);
  if (page.isOpen !== undefined) matching = matching.where('supply.closed_at', page.isOpen ? 'is' : 'is not', null);
  if (page.isLate !== undefined)
    matching = matching.where(
      sql<boolean>`(supply.closed_at is null and supply.due_on < ${today}::date) = ${page.isLate}`,
    );
  const { items, count } = await listPage(ctx, {
    list: listExpectedReceipts,
    id: 'supply.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { expectedOn: 'supply.due_on', createdAt: 'supply.created_at' },
    order: [['supply.due_on', 'asc']],
    scope: today,
  });
  return { items: items.map((row) => receiptOf(today, row)), count };
}

/** One expected receipt; 404 for what is not there. */
export async function expectedReceiptByID(ctx: AccountContext, id: string): Promise<ExpectedReceipt> {
  const row = await withColumns(from(ctx)).where('supply.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return receiptOf(todayOf(ctx), row);
}
