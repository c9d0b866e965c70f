import { toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { ItemAvailability } from '../../../../contracts/index.ts';

/**
 * The held quantity of a position now. The column `held` includes expired holds until an operation locks the position;
 * if there may be any, the valid hold lines are summed up instead.
 */
export const liveHeld = (now: Date, position = 'position') => {
  const row = (name: string) => sql.ref(`${position}.${name}`);
  return sql<string>`(case when ${row('holds_expire_at')} is null or ${row('holds_expire_at')} > ${now}
    then ${row('held')} else (select coalesce(sum(line.quantity), 0) from inventory.hold_line line
      where line.account_id = ${row('account_id')} and line.item_id = ${row('item_id')}
        and line.expires_at > ${now}) end)`;
};

/**
 * SQL expressions over `inventory.item_position`, joined under this name with the owner in the join condition: on hand,
 * in closed places, promised (holds and reservations), free, and open demand, in base units. Lists select them in their
 * one statement; a left join without a position gives zeros.
 */
export const availabilityOfPosition = (now: Date, position = 'position') => {
  const row = (name: string) => sql.ref(`${position}.${name}`);
  const held = liveHeld(now, position);
  return {
    onHand: sql<string>`coalesce(${row('on_hand')}, 0)`,
    closed: sql<string>`coalesce(${row('withheld')}, 0)`,
    reserved: sql<string>`coalesce(${held} + ${row('reserved')}, 0)`,
    availableToPromise: sql<string>`coalesce(${row('on_hand')} - ${row('withheld')} - ${row('reserved')} - ${held}, 0)`,
    short: sql<string>`coalesce(${row('demanded')} - ${row('reserved')}, 0)`,
  };
};

const nothing = toColumn(zero, 6);

/** Availability of the account's own stock, by item; items without stock have zeros. */
export async function availabilityOf(
  ctx: AccountContext,
  itemIDs: readonly string[],
): Promise<Map<string, ItemAvailability>> {
  if (itemIDs.length === 0) return new Map();
  const { onHand, reserved, availableToPromise, short } = availabilityOfPosition(ctx.clock.now());
  const { rows } = await sql<ItemAvailability>`select position.item_id as "itemID", ${onHand} as "onHand",
      ${reserved} as reserved, ${availableToPromise} as "availableToPromise", ${short} as short
    from inventory.item_position position
    where position.account_id = ${ctx.account.id} and position.owner_id = ${ctx.account.id}
      and position.item_id = any(${[...itemIDs]}::text[])`.execute(ctx.em.query());
  const known = new Map(rows.map((row) => [row.itemID, row]));
  const none = { onHand: nothing, reserved: nothing, availableToPromise: nothing, short: nothing };
  return new Map(itemIDs.map((itemID) => [itemID, known.get(itemID) ?? { itemID, ...none }]));
}
