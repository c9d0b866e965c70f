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
import { type AccountContext, searchIDs, sql } from '@millwright/core/server';
import type { ItemType, StockItem, StockParty, StorageLocationSummary } from '../../../contracts/index.ts';
import { fullNameOf } from '../../../contracts/index.ts';

type Column<Value> = ReturnType<typeof sql<Value>>;

/** An item as rows of stock need it: with its default unit, one of which is `numerator / denominator` base units. */
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

/**
 * Columns of a row of `listPage`: sub-selects, which are computed for the rows of the page alone. Each takes
 * `account_id` of its table.
 */
export const itemColumn = (table: string, column = 'item_id'): Column<ItemColumn> =>
  sql<ItemColumn>`(select jsonb_build_object('id', shown.id, 'sku', shown.sku, 'type', shown.type, 'description', shown.description,
      'unitID', shown_unit.id, 'unit', shown_unit.name, 'numerator', shown_in.numerator::text, 'denominator', shown_in.denominator::text)
    from inventory.item shown
    join inventory.unit_conversion shown_in on shown_in.account_id = shown.account_id and shown_in.id = shown.default_conversion_id
    join inventory.unit shown_unit on shown_unit.account_id = shown_in.account_id and shown_unit.id = shown_in.unit_id
    where shown.account_id = ${sql.ref(`${table}.account_id`)} and shown.id = ${sql.ref(`${table}.${column}`)})`;

/** Id and name of a party. */
export const partyColumn = (table: string, column: string): Column<{ id: string; name: string }> =>
  sql<{
    id: string;
    name: string;
  }>`(select jsonb_build_object('id', party.id, 'name', party.name) from core.v_parties party
    where party.account_id = ${sql.ref(`${table}.account_id`)} and party.id = ${sql.ref(`${table}.${column}`)})`;

/** Names of a place from the root on; null where there is no place. */
export const pathColumn = (table: string, column: string): Column<string[] | null> =>
  sql<string[] | null>`(with recursive above (parent_id, name, height) as (
      select place.parent_id, place.name, 0 from inventory.storage_location place
        where place.account_id = ${sql.ref(`${table}.account_id`)} and place.id = ${sql.ref(`${table}.${column}`)}
      union all
      select place.parent_id, place.name, above.height + 1 from above
        join inventory.storage_location place on place.account_id = ${sql.ref(`${table}.account_id`)} and place.id = above.parent_id
    ) select array_agg(above.name order by above.height desc) from above)`;

/** Number of a lot; null without one. */
export const lotColumn = (table: string): Column<string | null> =>
  sql<string | null>`(select lot.lot_number from inventory.lot lot
    where lot.account_id = ${sql.ref(`${table}.account_id`)} and lot.id = ${sql.ref(`${table}.lot_id`)})`;

/** These places and all that are inside them, as a sub-select of ids. */
export const placesInside = (ctx: AccountContext, ids: readonly string[]): Column<string> =>
  sql<string>`(with recursive inside (id) as (
      select place.id from inventory.storage_location place
        where place.account_id = ${ctx.account.id} and place.id = any(${[...ids]}::text[])
      union
      select place.id from inside join inventory.storage_location place
        on place.account_id = ${ctx.account.id} and place.parent_id = inside.id
    ) select inside.id from inside)`;

/** Items of every type that a text finds, as a sub-select of ids. */
export const itemsFoundBy = (query: string): Column<string> =>
  searchIDs(['product', 'part', 'material', 'supply'], query);

/** A base quantity as answers show it: in the default unit, rounded half up where six decimals cannot hold it. */
export const inDefaultUnit = (item: ItemColumn, base: string | Big): Big =>
  roundUnitPrice(decimal(base).times(decimal(item.denominator)).div(decimal(item.numerator)));

/** The quantity of an answer; its id is derived from the record that stores it. */
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
 * What one default unit costs of a base quantity that is worth this: divided once, rounded where it is shown. The same
 * figure
 * everywhere; null where there is nothing.
 */
export function costPerDefaultUnit(item: ItemColumn, value: string | Big, quantity: string | Big): number | null {
  const whole = decimal(quantity);
  if (whole.eq(zero)) return null;
  const ofUnits = decimal(value).times(decimal(item.numerator));
  return toWire(roundUnitPrice(ofUnits.div(whole.times(decimal(item.denominator)))));
}

/** A value to cents. */
export const valueColumn = (value: string): number => toWire(roundMoney(decimal(value)));

/** The item of an answer. */
export const stockItemOf = ({ id, sku, type, description }: ItemColumn): StockItem => ({ id, sku, type, description });

/** The business of an answer. */
export const ownerParty = (ctx: AccountContext, party: { id: string; name: string } | null): StockParty =>
  party === null || party.id === ctx.account.id
    ? { id: ctx.account.id, name: ctx.account.name, isSelf: true }
    : { ...party, isSelf: false };

/** The place of an answer. */
export const placeOf = (id: string, path: readonly string[] | null): StorageLocationSummary => ({
  id,
  name: path?.at(-1) ?? '',
  fullName: fullNameOf(path ?? []),
});
