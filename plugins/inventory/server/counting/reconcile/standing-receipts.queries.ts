import { type AccountContext, sql } from '@millwright/core/server';

/** A receipt as a file names it. */
export interface ReceiptKey {
  itemID: string;
  ownerID: string;
  reference: string;
  /** '' for none. */
  line: string;
}

/** A receipt that stands in the books. */
export interface StandingReceipt extends ReceiptKey {
  /** Base units. */
  quantity: string;
  value: string;
  receivedAt: string;
  locationID: string;
  lotID: string | null;
}

/** Key of a receipt in the answer of `standingReceipts`. */
export const receiptKey = ({ itemID, ownerID, reference, line }: ReceiptKey): string =>
  JSON.stringify([itemID, ownerID, reference, line]);

/** Receipts of these keys that nobody voided. */
export async function standingReceipts(
  ctx: AccountContext,
  keys: readonly ReceiptKey[],
): Promise<Map<string, StandingReceipt>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<StandingReceipt>`select movement.item_id as "itemID",
      movement.owner_id as "ownerID", layer.reference, coalesce(movement.source_line_id, '') as line,
      movement.quantity::text as quantity, movement.value::text as value, layer.received_at as "receivedAt",
      movement.location_id as "locationID", movement.lot_id as "lotID"
    from (select distinct * from unnest(${keys.map(({ itemID }) => itemID)}::text[],
      ${keys.map(({ ownerID }) => ownerID)}::text[], ${keys.map(({ reference }) => reference)}::text[])
      as wanted (item_id, owner_id, reference)) wanted
    cross join lateral (select * from inventory.cost_layer layer where layer.account_id = ${ctx.account.id}
      and layer.item_id = wanted.item_id and layer.owner_id = wanted.owner_id
      and layer.reference = wanted.reference offset 0) layer
    cross join lateral (select part.movement_id from inventory.movement_layer part
      where part.account_id = layer.account_id and part.layer_id = layer.id and part.quantity > 0 offset 0) part
    cross join lateral (select movement.* from inventory.movement movement
      where movement.account_id = layer.account_id and movement.id = part.movement_id offset 0) movement
    where movement.action = 'receive' and not exists (select from inventory.movement mended
      where mended.account_id = movement.account_id and mended.reverses_id = movement.id)`.execute(ctx.em.query());
  return new Map(rows.map((row) => [receiptKey(row), row]));
}
