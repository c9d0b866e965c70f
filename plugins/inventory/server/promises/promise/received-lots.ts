import { newID } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import { lotNumber } from '../../../contracts/stock/lot/lot.ts';

/** A lot of an item as it was entered. */
export interface EnteredLot {
  itemID: string;
  number: string;
}

const keyOf = (itemID: string, number: string): string => `${itemID} ${lotNumber(number)}`;

/** Ids of lots by item and number; those that stock comes in with for the first time are made. */
export class ReceivedLots {
  readonly #ids: Map<string, string>;

  private constructor(ids: Map<string, string>) {
    this.#ids = ids;
  }

  static async of(ctx: AccountContext, entered: readonly EnteredLot[]): Promise<ReceivedLots> {
    const wanted = new Map(
      entered
        .filter(({ number }) => lotNumber(number) !== '')
        .map(({ itemID, number }) => [keyOf(itemID, number), { itemID, number: lotNumber(number) }]),
    );
    if (wanted.size === 0) return new ReceivedLots(new Map());
    // Sorted, so that two receipts of the same lots wait for one another in one order.
    const lots = [...wanted.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lot]) => lot);
    const items = lots.map(({ itemID }) => itemID);
    const numbers = lots.map(({ number }) => number);
    const now = ctx.clock.now();
    await sql`insert ${plannedOnce} into inventory.lot (account_id, id, created_at, updated_at, version, item_id, lot_number)
      select ${ctx.account.id}, made.id, ${now}, ${now}, 1, made.item_id, made.lot_number
      from unnest(${lots.map(() => newID('lot'))}::text[], ${items}::text[], ${numbers}::text[])
        as made (id, item_id, lot_number)
      where not exists (select from inventory.lot known where known.account_id = ${ctx.account.id}
        and known.item_id = made.item_id and known.lot_number = made.lot_number)
      on conflict (account_id, item_id, lot_number) do nothing`.execute(ctx.em.query());
    const { rows } = await sql<{ id: string; itemID: string; number: string }>`
      select ${plannedOnce} lot.id, lot.item_id as "itemID", lot.lot_number as number from inventory.lot lot
      where lot.account_id = ${ctx.account.id} and (lot.item_id, lot.lot_number) in
        (select * from unnest(${items}::text[], ${numbers}::text[]))`.execute(ctx.em.query());
    return new ReceivedLots(new Map(rows.map(({ id, itemID, number }) => [keyOf(itemID, number), id])));
  }

  /** Null for stock without lot. */
  idOf(itemID: string, number: string | null | undefined): string | null {
    return (number && this.#ids.get(keyOf(itemID, number))) || null;
  }
}
