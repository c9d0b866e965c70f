import {
  type Big,
  decimal,
  type QuantityAnswer,
  quantityID,
  rateID,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, fieldObject, isoText, sql, todayOf } from '@millwright/core/server';
import {
  type Item,
  type ItemRate,
  type ItemRow,
  type ItemType,
  listedItemFields,
  type ProductType,
} from '../../../contracts/index.ts';
import type { Tables } from '../shared/tables.ts';
import { availabilityOfPosition } from './availability.queries.ts';
import { itemReferences } from './item-references.ts';

/** Whether an item is sold or used on a day. */
export const isSoldOn = (day: string, dates: { startDate: string | null; endDate: string | null }): boolean =>
  (dates.startDate === null || dates.startDate <= day) && (dates.endDate === null || day <= dates.endDate);

/** Costs, internal notes and figures of stock are for the account's own people. */
export const seesCosts = (ctx: AccountContext): boolean => ctx.roleType !== 'customer';

/** The items of the account, of some types or of all. */
export function itemsFrom(ctx: AccountContext, types?: readonly ItemType[]) {
  const items = ctx.em
    .query<Tables>()
    .selectFrom('inventory.item as item')
    .where('item.account_id', '=', ctx.account.id);
  if (!types) return items;
  return types.length === 1
    ? items.where('item.type', '=', types[0] as ItemType)
    : items.where('item.type', 'in', types);
}
export type MatchingItems = ReturnType<typeof itemsFrom>;

export const marginColumn = sql<
  string | null
>`(case when item.type = 'product' then (item.unit_value - item.unit_cost) / nullif(item.unit_value, 0) end)`;

/** Days that a burn rate looks back. */
const burnDays = 30;

/**
 * What `movement` does, or what it undoes did. Only for voids is it looked up: a join reads every movement against
 * every other where PostgreSQL takes the table for empty still.
 */
const actionOf = sql`case movement.action when 'void' then (select undone.action from inventory.movement undone
  where undone.account_id = movement.account_id and undone.id = movement.reverses_id) else movement.action end`;

/**
 * Base units a day that the account's own stock of `item` (an alias of the outer statement) lost by shipping and
 * consumption in the last 30 days, less what of it was voided.
 */
export const burnRateOf = (ctx: AccountContext) => {
  const since = new Date(ctx.clock.now().getTime() - burnDays * 86_400_000).toISOString();
  return sql<string>`(select round(greatest(coalesce(-sum(movement.quantity), 0), 0) / ${sql.lit(burnDays)}, 6)::text
    from inventory.movement movement
    where movement.account_id = item.account_id and movement.item_id = item.id and movement.owner_id = item.account_id
      and movement.created_at >= ${since}::timestamptz and ${actionOf} in ('ship', 'consume'))`;
};

const attributesOfItem = sql<ItemRow['attributes']>`coalesce((select jsonb_agg(jsonb_build_object(
    'id', attribute.id, 'name', attribute.name, 'code', attribute.code,
    'color', attribute.color, 'order', attribute.position,
    'property', jsonb_build_object('id', property.id, 'name', property.name)) order by property.name, property.id)
  from inventory.item_attribute own_attribute
  join inventory.attribute attribute
    on attribute.account_id = own_attribute.account_id and attribute.id = own_attribute.attribute_id
  join inventory.property property
    on property.account_id = own_attribute.account_id and property.id = own_attribute.property_id
  where own_attribute.account_id = item.account_id and own_attribute.item_id = item.id), '[]')`;

/** A figure of the position in the item's default unit; six decimals, because a third of a dozen has no end. */
const inDefaultUnit = (figure: ReturnType<typeof sql<string>>) =>
  sql<string>`round(${figure} * own.denominator / own.numerator, 6)::text`;

/** Name of a unit. These are sub-selects because planning a join of ten tables takes longer than reading them. */
const unitName = (unitID: string) =>
  sql<string>`(select unit.name from inventory.unit unit
    where unit.account_id = item.account_id and unit.id = ${sql.ref(unitID)})`;

/** Everything a row shows, in one statement. */
export const withItemColumns = (ctx: AccountContext, query: MatchingItems) => {
  const figures = availabilityOfPosition(ctx.clock.now());
  return (
    query
      .innerJoin('inventory.unit_conversion as own', (join) =>
        join.onRef('own.account_id', '=', 'item.account_id').onRef('own.id', '=', 'item.default_conversion_id'),
      )
      .innerJoin('inventory.unit_group as unit_group', (join) =>
        join.onRef('unit_group.account_id', '=', 'own.account_id').onRef('unit_group.id', '=', 'own.unit_group_id'),
      )
      // The account's own party has the account's id.
      .leftJoin('inventory.item_position as position', (join) =>
        join
          .onRef('position.account_id', '=', 'item.account_id')
          .onRef('position.item_id', '=', 'item.id')
          .onRef('position.owner_id', '=', 'item.account_id'),
      )
      .select([
        'item.id',
        'item.type',
        'item.sku',
        'item.description',
        fieldObject(listedItemFields, 'item', itemReferences).as('fields'),
        'item.unit_value as unitValue',
        'item.unit_cost as unitCost',
        'item.order_point as orderPoint',
        'item.order_point_unit_id as orderUnitID',
        unitName('item.order_point_unit_id').as('orderUnit'),
        'item.lead_time as leadTime',
        'item.lead_time_unit_id as leadUnitID',
        unitName('item.lead_time_unit_id').as('leadUnit'),
        'item.version',
        'item.created_at as createdAt',
        'item.updated_at as updatedAt',
        sql<ProductType | null>`item.product_type`.as('productType'),
        marginColumn.as('margin'),
        attributesOfItem.as('attributes'),
        'unit_group.id as unitGroupID',
        'unit_group.name as unitGroupName',
        'own.unit_id as defaultUnitID',
        unitName('own.unit_id').as('defaultUnitName'),
        'unit_group.base_unit_id as baseUnitID',
        unitName('unit_group.base_unit_id').as('baseUnitName'),
        inDefaultUnit(figures.onHand).as('onHand'),
        inDefaultUnit(figures.closed).as('closed'),
        inDefaultUnit(figures.reserved).as('reserved'),
        inDefaultUnit(figures.availableToPromise).as('availableToPromise'),
        inDefaultUnit(figures.short).as('short'),
        burnRateOf(ctx).as('burnRate'),
        sql<string>`(select currency.id from inventory.unit currency
        where currency.account_id = item.account_id and currency.name = 'dollar')`.as('currencyUnitID'),
        sql<string>`(select day.id from inventory.unit day
        where day.account_id = item.account_id and day.name = 'day')`.as('dayUnitID'),
      ])
  );
};
export type ItemColumns = Awaited<ReturnType<ReturnType<typeof withItemColumns>['executeTakeFirstOrThrow']>>;

const rateOf = (row: ItemColumns, field: 'unitValue' | 'unitCost'): ItemRate => ({
  id: rateID(row.id, field),
  value: toWire(decimal(row[field])),
  unitID: row.currencyUnitID,
  perUnitID: row.defaultUnitID,
  perUnit: row.defaultUnitName,
});

const figureOf = (
  row: ItemColumns,
  field: 'onHand' | 'closed' | 'reserved' | 'availableToPromise' | 'short',
): QuantityAnswer => ({
  id: quantityID(row.id, field),
  measure: toWire(decimal(row[field])),
  unitID: row.defaultUnitID,
  unit: row.defaultUnitName,
});

const enteredOf = (
  id: string,
  measure: string | null,
  unitID: string | null,
  unit: string | null,
): QuantityAnswer | null =>
  measure === null ? null : { id, measure: toWire(decimal(measure)), unitID: unitID ?? '', unit: unit ?? '' };

/** (value - cost) / value at six decimals; the database's quotient has more. */
const wireMargin = (quotient: string | null): number | null => {
  if (quotient === null) return null;
  const rounded: Big = roundUnitPrice(decimal(quotient));
  return toWire(rounded);
};

/** An item as lists show it, with what only products have: null for the other types. */
export function itemRowOf(ctx: AccountContext, row: ItemColumns, today = todayOf(ctx)): ItemRow {
  const isStaff = seesCosts(ctx);
  return {
    id: row.id,
    itemID: row.id,
    sku: row.sku,
    type: row.type,
    productType: row.productType,
    description: row.description,
    ...row.fields,
    unitValue: rateOf(row, 'unitValue'),
    unitCost: isStaff ? rateOf(row, 'unitCost') : null,
    margin: isStaff ? wireMargin(row.margin) : null,
    burnRate: isStaff
      ? {
          id: rateID(row.id, 'burnRate'),
          value: toWire(decimal(row.burnRate)),
          unitID: row.baseUnitID,
          unit: row.baseUnitName,
          perUnitID: row.dayUnitID,
          perUnit: 'day',
        }
      : null,
    orderPoint: isStaff
      ? enteredOf(quantityID(row.id, 'orderPoint'), row.orderPoint, row.orderUnitID, row.orderUnit)
      : null,
    leadTime: isStaff ? enteredOf(quantityID(row.id, 'leadTime'), row.leadTime, row.leadUnitID, row.leadUnit) : null,
    attributes: row.attributes,
    unitGroup: { id: row.unitGroupID, name: row.unitGroupName },
    defaultUnit: { id: row.defaultUnitID, name: row.defaultUnitName },
    isActive: isSoldOn(today, row.fields),
    onHand: isStaff ? figureOf(row, 'onHand') : null,
    closed: isStaff ? figureOf(row, 'closed') : null,
    reserved: isStaff ? figureOf(row, 'reserved') : null,
    availableToPromise: isStaff ? figureOf(row, 'availableToPromise') : null,
    short: isStaff ? figureOf(row, 'short') : null,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** The row without what only products have. */
export const withoutProductFields = <Row extends ItemRow | Item>({
  productType: _type,
  margin: _margin,
  productLine: _line,
  productGroup: _group,
  ...row
}: Row) => row;
