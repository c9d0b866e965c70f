import {
  addDays,
  type Big,
  dateIn,
  decimal,
  type EndpointRequest,
  isoDate,
  problems,
  rateID,
  roundUnitPrice,
  startOfDayIn,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, listIDs, listPage, searchIDs, sql } from '@millwright/core/server';
import type {
  listProducts,
  Product,
  ProductFilter,
  ProductRate,
  ProductRow,
  ProductType,
  UnitConversion,
} from '../../contracts/index.ts';
import { isoText, type Tables } from '../catalogue/tables.ts';
import { conversionsOfGroup } from '../unit-group/unit-group.queries.ts';

/** Today in the account's time zone. */
export const todayOf = (ctx: AccountContext): string => dateIn(ctx.account.timeZone, ctx.clock.now());

/** Whether a product is sold on a day. */
export const isSoldOn = (day: string, dates: { startDate: string | null; endDate: string | null }): boolean =>
  (dates.startDate === null || dates.startDate <= day) && (dates.endDate === null || day <= dates.endDate);

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('inventory.item as item')
    .where('item.account_id', '=', ctx.account.id)
    .where('item.type', '=', 'product');
type Matching = ReturnType<typeof from>;

const margin = sql<string | null>`((item.unit_value - item.unit_cost) / nullif(item.unit_value, 0))`;
const lineName = sql<string | null>`(select line.name from inventory.product_line line
  where line.account_id = item.account_id and line.id = item.product_line_id)`;

const withColumns = (query: Matching) =>
  query
    .innerJoin('inventory.unit_conversion as own', (join) =>
      join.onRef('own.account_id', '=', 'item.account_id').onRef('own.id', '=', 'item.default_conversion_id'),
    )
    .innerJoin('inventory.unit_group as unit_group', (join) =>
      join.onRef('unit_group.account_id', '=', 'own.account_id').onRef('unit_group.id', '=', 'own.unit_group_id'),
    )
    .innerJoin('inventory.unit as default_unit', (join) =>
      join.onRef('default_unit.account_id', '=', 'own.account_id').onRef('default_unit.id', '=', 'own.unit_id'),
    )
    .leftJoin('inventory.product_line as line', (join) =>
      join.onRef('line.account_id', '=', 'item.account_id').onRef('line.id', '=', 'item.product_line_id'),
    )
    .select([
      'item.id',
      'item.sku',
      'item.description',
      'item.manufacturer',
      'item.manufacturer_part_number as manufacturerPartNumber',
      'item.unit_value as unitValue',
      'item.unit_cost as unitCost',
      'item.version',
      'item.created_at as createdAt',
      'item.updated_at as updatedAt',
      sql<ProductType>`item.product_type`.as('productType'),
      sql<string | null>`item.start_date::text`.as('startDate'),
      sql<string | null>`item.end_date::text`.as('endDate'),
      margin.as('margin'),
      'line.id as lineID',
      'line.name as lineName',
      'line.is_commission_exempt as isCommissionExempt',
      'line.is_freight_exempt as isFreightExempt',
      'unit_group.id as unitGroupID',
      'unit_group.name as unitGroupName',
      'default_unit.id as defaultUnitID',
      'default_unit.name as defaultUnitName',
      sql<string>`(select currency.id from inventory.unit currency
        where currency.account_id = item.account_id and currency.name = 'dollar')`.as('currencyUnitID'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const rateOf = (row: Row, field: 'unitValue' | 'unitCost'): ProductRate => ({
  id: rateID(row.id, field),
  value: toWire(decimal(row[field])),
  unitID: row.currencyUnitID,
  perUnitID: row.defaultUnitID,
  perUnit: row.defaultUnitName,
});

/** (value - cost) / value at six decimals; the database's quotient has more. */
const wireMargin = (quotient: string | null): number | null => {
  if (quotient === null) return null;
  const rounded: Big = roundUnitPrice(decimal(quotient));
  return toWire(rounded);
};

/** Costs and internal notes are for the account's own people. */
const seesCosts = (ctx: AccountContext): boolean => ctx.roleType !== 'customer';

const productOf = (ctx: AccountContext, row: Row, today = todayOf(ctx)): ProductRow => ({
  id: row.id,
  sku: row.sku,
  type: 'product',
  productType: row.productType,
  description: row.description,
  manufacturer: row.manufacturer,
  manufacturerPartNumber: row.manufacturerPartNumber,
  unitValue: rateOf(row, 'unitValue'),
  unitCost: seesCosts(ctx) ? rateOf(row, 'unitCost') : null,
  margin: seesCosts(ctx) ? wireMargin(row.margin) : null,
  productLine:
    row.lineID === null
      ? null
      : {
          id: row.lineID,
          name: row.lineName ?? '',
          isCommissionExempt: row.isCommissionExempt ?? false,
          isFreightExempt: row.isFreightExempt ?? false,
        },
  unitGroup: { id: row.unitGroupID, name: row.unitGroupName },
  defaultUnit: { id: row.defaultUnitID, name: row.defaultUnitName },
  startDate: row.startDate,
  endDate: row.endDate,
  isActive: isSoldOn(today, row),
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

function filtered(ctx: AccountContext, filter: ProductFilter): Matching {
  const zone = ctx.account.timeZone;
  const isDay = (text: string): boolean => isoDate.safeParse(text).success;
  let matching = from(ctx);
  if (filter.query) matching = matching.where('item.id', 'in', searchIDs('product', filter.query));
  if (filter.productTypes) matching = matching.where('item.product_type', 'in', filter.productTypes);
  if (filter.productLineIDs) matching = matching.where('item.product_line_id', 'in', filter.productLineIDs);
  if (filter.manufacturers) matching = matching.where('item.manufacturer', 'in', filter.manufacturers);
  if (filter.unitGroupIDs)
    matching = matching.where(
      'item.default_conversion_id',
      'in',
      sql<string>`(select id from inventory.unit_conversion where account_id = ${ctx.account.id} and unit_group_id = any(${filter.unitGroupIDs}::text[]))`,
    );
  if (filter.isActive !== undefined)
    matching = matching.where(
      sql<boolean>`(coalesce(item.start_date <= ${todayOf(ctx)}::date, true) and coalesce(item.end_date >= ${todayOf(ctx)}::date, true)) = ${filter.isActive}`,
    );
  if (filter.startDate) {
    const start = isDay(filter.startDate) ? startOfDayIn(zone, filter.startDate) : new Date(filter.startDate);
    matching = matching.where(sql<boolean>`item.created_at >= ${start.toISOString()}::timestamptz`);
  }
  if (filter.endDate)
    matching = isDay(filter.endDate)
      ? matching.where(
          sql<boolean>`item.created_at < ${startOfDayIn(zone, addDays(filter.endDate, 1)).toISOString()}::timestamptz`,
        )
      : matching.where(sql<boolean>`item.created_at <= ${new Date(filter.endDate).toISOString()}::timestamptz`);
  return matching;
}

const listParts = (matching: Matching) => ({
  list: 'products',
  id: 'item.id' as const,
  matching,
  select: (query: unknown) => withColumns(query as Matching),
  order: [['item.sku', 'asc']] as const,
});

/** A page of products by SKU, every column computed in one statement. */
export async function findProducts(ctx: AccountContext, page: EndpointRequest<typeof listProducts>['query']) {
  if (!seesCosts(ctx) && (page.sortBy === 'unitCost' || page.sortBy === 'margin'))
    throw problems.forbidden({ message: 'Your role does not include costs' });
  const { items, count } = await listPage(ctx, {
    ...listParts(filtered(ctx, page)),
    page,
    sortable: {
      sku: 'item.sku',
      description: 'item.description',
      productType: 'item.product_type',
      productLine: lineName,
      manufacturer: 'item.manufacturer',
      unitValue: 'item.unit_value',
      unitCost: 'item.unit_cost',
      margin,
      startDate: 'item.start_date',
      endDate: 'item.end_date',
      createdAt: 'item.created_at',
      updatedAt: 'item.updated_at',
    },
  });
  const today = todayOf(ctx);
  return { items: items.map((row) => productOf(ctx, row, today)), count };
}

/** Ids of the products that a filter matches, at most `most`. */
export const findProductIDs = (ctx: AccountContext, filter: ProductFilter): Promise<string[]> =>
  listIDs(ctx, { ...listParts(filtered(ctx, filter)), page: { take: 0, skip: 0 } });

/** One product with its notes and units; 404 for what is not there. */
export async function productByID(ctx: AccountContext, id: string): Promise<Product> {
  const row = await withColumns(from(ctx))
    .select(['item.notes', conversionsOfGroup.as('units')])
    .where('item.id', '=', id)
    .executeTakeFirst();
  if (!row) throw problems.not_found();
  const base = row.units.find(({ isBase }) => isBase) as UnitConversion;
  return { ...productOf(ctx, row), notes: seesCosts(ctx) ? row.notes : null, baseUnit: base.unit, units: row.units };
}
