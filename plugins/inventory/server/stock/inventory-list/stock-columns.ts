import {
  type Big,
  decimal,
  type QuantityAnswer,
  quantityID,
  roundMoney,
  roundUnitPrice,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { searchIDs, sql } from '@millwright/core/server';
import type { ItemType, StockItem } from '../../../contracts/index.ts';

type Column<Value> = ReturnType<typeof sql<Value>>;

/** An item for rows of stock, with its default unit: one unit is `numerator / denominator` base units. */
export interface ItemColumn {
  id: string;
  sku: string;
  type: ItemType;
  description: string;
  unitID: string;
  unit: string;
  numerator: string;
  denominator: string;
}

/** Item column for `listPage`: a sub-select, computed only for the rows of the page. The table has `account_id`. */
export const itemColumn = (table: string, column = 'item_id'): Column<ItemColumn> =>
  sql<ItemColumn>`(select jsonb_build_object('id', shown.id, 'sku', shown.sku, 'type', shown.type,
      'description', shown.description, 'unitID', shown_unit.id, 'unit', shown_unit.name,
      'numerator', shown_in.numerator::text, 'denominator', shown_in.denominator::text)
    from inventory.item shown
    join inventory.unit_conversion shown_in
      on shown_in.account_id = shown.account_id and shown_in.id = shown.default_conversion_id
    join inventory.unit shown_unit on shown_unit.account_id = shown_in.account_id and shown_unit.id = shown_in.unit_id
    where shown.account_id = ${sql.ref(`${table}.account_id`)} and shown.id = ${sql.ref(`${table}.${column}`)})`;

/** Number of a lot; null without one. */
export const lotColumn = (table: string): Column<string | null> =>
  sql<string | null>`(select lot.lot_number from inventory.lot lot
    where lot.account_id = ${sql.ref(`${table}.account_id`)} and lot.id = ${sql.ref(`${table}.lot_id`)})`;

/** Items of any type that match a text, as a sub-select of ids. */
export const itemsFoundBy = (query: string): Column<string> =>
  searchIDs(['product', 'part', 'material', 'supply'], query);

/** A base quantity in the default unit, rounded half up to six decimals. */
export const inDefaultUnit = (item: ItemColumn, base: string | Big): Big =>
  roundUnitPrice(decimal(base).times(decimal(item.denominator)).div(decimal(item.numerator)));

/** The quantity of an answer; its id is derived from the id of the stored record. */
export const shownQuantity = (
  item: ItemColumn,
  base: string | Big,
  ownerID: string,
  field: string,
): QuantityAnswer => ({
  id: quantityID(ownerID, field),
  measure: toWire(inDefaultUnit(item, base)),
  unitID: item.unitID,
  unit: item.unit,
});

/**
 * Cost per default unit of a base quantity with this value: divided once, rounded once, so that every screen shows the
 * same figure. Null for no quantity.
 */
export function costPerDefaultUnit(item: ItemColumn, value: string | Big, quantity: string | Big): number | null {
  const whole = decimal(quantity);
  if (whole.eq(zero)) return null;
  const ofUnits = decimal(value).times(decimal(item.numerator));
  return toWire(roundUnitPrice(ofUnits.div(whole.times(decimal(item.denominator)))));
}

/** A value rounded to cents. */
export const valueColumn = (value: string): number => toWire(roundMoney(decimal(value)));

/** The item of an answer. */
export const stockItemOf = ({ id, sku, type, description }: ItemColumn): StockItem => ({ id, sku, type, description });
