import { problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, sql } from '@millwright/core/server';
import type { ItemInventory } from '../../../../contracts/index.ts';
import { availabilityOfPosition } from '../../../catalogue/item/amount/availability.queries.ts';
import { ownerParty, partyColumn } from '../../../catalogue/shared/party-columns.ts';
import {
  costPerDefaultUnit,
  type ItemColumn,
  itemColumn,
  shownQuantity,
  stockItemOf,
  valueColumn,
} from '../../inventory-list/stock-columns.ts';

interface Row {
  item: ItemColumn;
  owner: { id: string; name: string } | null;
  positionID: string | null;
  version: number | null;
  updatedAt: Date | string | null;
  onHand: string;
  closed: string;
  reserved: string;
  availableToPromise: string;
  short: string;
  value: string | null;
}

/** An owner's stock of an item; 404 for an unknown item or customer. */
export async function itemInventoryOf(
  ctx: AccountContext,
  itemID: string,
  ownerID: string = ctx.account.id,
): Promise<ItemInventory> {
  const amounts = availabilityOfPosition(ctx.clock.now());
  const { rows } = await sql<Row>`select ${itemColumn('item', 'id')} as item,
      ${partyColumn('owner', 'id')} as owner, position.id as "positionID", position.version,
      position.updated_at as "updatedAt", ${amounts.onHand} as "onHand", ${amounts.closed} as closed,
      ${amounts.reserved} as reserved,
      ${amounts.availableToPromise} as "availableToPromise", ${amounts.short} as short, position.value
    from inventory.item item
    join core.v_parties owner on owner.account_id = item.account_id and owner.id = ${ownerID}
    left join inventory.item_position position on position.account_id = item.account_id and position.item_id = item.id
      and position.owner_id = owner.id
    where item.account_id = ${ctx.account.id} and item.id = ${itemID}`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) throw problems.not_found();
  const record = row.positionID ?? itemID;
  return {
    item: stockItemOf(row.item),
    ownerAccount: ownerParty(ctx, row.owner),
    onHand: shownQuantity(row.item, row.onHand, record, 'onHand'),
    closed: shownQuantity(row.item, row.closed, record, 'closed'),
    reserved: shownQuantity(row.item, row.reserved, record, 'reserved'),
    availableToPromise: shownQuantity(row.item, row.availableToPromise, record, 'availableToPromise'),
    short: shownQuantity(row.item, row.short, record, 'short'),
    weightedAverageUnitCost: costPerDefaultUnit(row.item, row.value ?? '0', row.onHand),
    inventoryValue: valueColumn(row.value ?? '0'),
    version: row.version ?? 0,
    updatedAt: row.updatedAt === null ? null : isoText(row.updatedAt),
  };
}
