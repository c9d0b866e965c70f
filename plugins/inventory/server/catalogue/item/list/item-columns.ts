import {
  daysLater,
  decimal,
  type QuantityAnswer,
  quantityID,
  rateID,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import { type Item, type ItemRate, type ItemRow, itemFields } from '../../../../contracts/index.ts';
import { availabilityOfPosition } from '../amount/availability.queries.ts';
import { itemReferences } from '../reference/item-references.ts';

/** Whether an item is on sale or in use on a day. */
export const isSoldOn = (day: string, dates: { startDate: string | null; endDate: string | null }): boolean =>
  (dates.startDate === null || dates.startDate <= day) && (dates.endDate === null || day <= dates.endDate);

/** Costs, internal notes and stock figures are visible to staff only. */
export const seesCosts = (ctx: AccountContext): boolean => ctx.roleType !== 'customer';

export const marginColumn = sql<
  string | null
>`(case when item.type = 'product' then (item.unit_value - item.unit_cost) / nullif(item.unit_value, 0) end)`;

/** Days of a burn rate. */
const burnDays = 30;

/**
 * The action of `movement`; for a void, the action of the voided movement. A sub-select for voids only: a join would
 * compare every movement with every other as long as PostgreSQL's statistics say that the table is empty.
 */
const actionOf = sql`case movement.action when 'void' then (select undone.action from inventory.movement undone
  where undone.account_id = movement.account_id and undone.id = movement.reverses_id) else movement.action end`;

/**
 * Base units per day of the account's own stock of `item` (an alias of the outer statement) that were shipped or
 * consumed in the last 30 days, less voids.
 */
export const burnRateOf = (ctx: AccountContext) => {
  const since = daysLater(ctx.clock.now(), -burnDays).toISOString();
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

/** A figure of the position in the item's default unit, at six decimals, because thirds have no finite decimals. */
const inDefaultUnit = (figure: ReturnType<typeof sql<string>>) =>
  sql<string>`round(${figure} * own.denominator / own.numerator, 6)::text`;

/** Name of a unit. A sub-select, because planning a join of ten tables takes longer than reading the rows. */
const unitName = (unitID: string) =>
  sql<string>`(select unit.name from inventory.unit unit
    where unit.account_id = item.account_id and unit.id = ${sql.ref(unitID)})`;

type StockFigure = keyof ReturnType<typeof availabilityOfPosition>;

/** A figure of the account's own stock. */
const stockFigure =
  (name: StockFigure) =>
  ({ clock }: AccountContext) =>
    inDefaultUnit(availabilityOfPosition(clock.now())[name]);

/** Whether an item is on sale or in use today. */
export const isActive = (ctx: AccountContext) =>
  sql<boolean>`(coalesce(item.start_date <= ${todayOf(ctx)}::date, true)
    and coalesce(item.end_date >= ${todayOf(ctx)}::date, true))`;

/** Columns that rows of items are assembled from. */
const itemColumns = {
  price: sql.ref<string>('item.unit_value'),
  cost: sql.ref<string>('item.unit_cost'),
  quotient: marginColumn,
  orderMeasure: sql.ref<string | null>('item.order_point'),
  orderUnitID: sql.ref<string | null>('item.order_point_unit_id'),
  orderUnit: unitName('item.order_point_unit_id'),
  leadMeasure: sql.ref<string | null>('item.lead_time'),
  leadUnitID: sql.ref<string | null>('item.lead_time_unit_id'),
  leadUnit: unitName('item.lead_time_unit_id'),
  defaultUnitID: sql.ref<string>('own.unit_id'),
  defaultUnitName: unitName('own.unit_id'),
  baseUnitID: sql.ref<string>('unit_group.base_unit_id'),
  baseUnitName: unitName('unit_group.base_unit_id'),
  inStock: stockFigure('onHand'),
  withheld: stockFigure('closed'),
  promised: stockFigure('reserved'),
  free: stockFigure('availableToPromise'),
  missing: stockFigure('short'),
  burnt: burnRateOf,
  currencyUnitID: sql<string>`(select currency.id from inventory.unit currency
    where currency.account_id = item.account_id and currency.name = 'dollar')`,
  dayUnitID: sql<string>`(select day.id from inventory.unit day
    where day.account_id = item.account_id and day.name = 'day')`,
};
type Entered = 'quotient' | 'orderMeasure' | 'orderUnitID' | 'orderUnit' | 'leadMeasure' | 'leadUnitID' | 'leadUnit';
type ItemColumns = { id: string } & Record<Exclude<keyof typeof itemColumns, Entered>, string> &
  Record<Entered, string | null>;

const rateOf = (row: ItemColumns, field: 'unitValue' | 'unitCost', value: string): ItemRate => ({
  id: rateID(row.id, field),
  value: toWire(decimal(value)),
  unitID: row.currencyUnitID,
  perUnitID: row.defaultUnitID,
  perUnit: row.defaultUnitName,
});

const figureOf = (row: ItemColumns, field: StockFigure, measure: string): QuantityAnswer => ({
  id: quantityID(row.id, field),
  measure: toWire(decimal(measure)),
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

/** Fields that only staff see. */
const forStaff =
  <Value>(of: (row: ItemColumns) => Value) =>
  (row: ItemColumns, ctx: AccountContext): Value | null =>
    seesCosts(ctx) ? of(row) : null;

/** How rows of items are read, in one statement; the fields of products are null for the other types. */
export const itemParts = {
  table: 'inventory.item',
  joins: {
    own: { table: 'inventory.unit_conversion', id: 'item.default_conversion_id', isRequired: true },
    unit_group: { table: 'inventory.unit_group', id: 'own.unit_group_id', isRequired: true },
    // The party of the account itself has the account's id.
    position: {
      table: 'inventory.item_position',
      id: 'item.id',
      key: 'item_id',
      on: sql<boolean>`position.owner_id = item.account_id`,
    },
  },
  fields: itemFields,
  tables: itemReferences,
  computed: {
    itemID: sql.ref('item.id'),
    startDate: sql`item.start_date::text`,
    endDate: sql`item.end_date::text`,
    attributes: attributesOfItem,
    unitGroup: sql`json_build_object('id', unit_group.id, 'name', unit_group.name)`,
    isActive,
  },
  extra: itemColumns,
  derived: {
    unitValue: (row: ItemColumns) => rateOf(row, 'unitValue', row.price),
    unitCost: forStaff((row) => rateOf(row, 'unitCost', row.cost)),
    // The database's quotient has more than six decimals.
    margin: forStaff(({ quotient }) => (quotient === null ? null : toWire(roundUnitPrice(decimal(quotient))))),
    burnRate: forStaff((row) => ({
      id: rateID(row.id, 'burnRate'),
      value: toWire(decimal(row.burnt)),
      unitID: row.baseUnitID,
      unit: row.baseUnitName,
      perUnitID: row.dayUnitID,
      perUnit: 'day',
    })),
    orderPoint: forStaff((row) =>
      enteredOf(quantityID(row.id, 'orderPoint'), row.orderMeasure, row.orderUnitID, row.orderUnit),
    ),
    leadTime: forStaff((row) =>
      enteredOf(quantityID(row.id, 'leadTime'), row.leadMeasure, row.leadUnitID, row.leadUnit),
    ),
    defaultUnit: ({ defaultUnitID, defaultUnitName }: ItemColumns) => ({ id: defaultUnitID, name: defaultUnitName }),
    onHand: forStaff((row) => figureOf(row, 'onHand', row.inStock)),
    closed: forStaff((row) => figureOf(row, 'closed', row.withheld)),
    reserved: forStaff((row) => figureOf(row, 'reserved', row.promised)),
    availableToPromise: forStaff((row) => figureOf(row, 'availableToPromise', row.free)),
    short: forStaff((row) => figureOf(row, 'short', row.missing)),
  },
};

/** The row without the fields of products. */
export const withoutProductFields = <Row extends ItemRow | Item>({
  productType: _type,
  margin: _margin,
  productLine: _line,
  productGroup: _group,
  ...row
}: Row) => row;
