import { type AccountContext, portFor, sql } from '@millwright/core/server';
import { expectedReceiptType, type ItemUse, type ItemUsePort, namedUses } from '../../../../contracts/index.ts';
import { itemByID } from '../item.queries.ts';

interface Found {
  type: string;
  id: string;
  label: string;
  note: string | null;
  count: number;
}

/** Uses within inventory, in display order. */
const ownUses: readonly {
  type: string;
  title: string;
  needs: `${string}:read`;
  list?(itemID: string): string;
  record?(id: string): string;
}[] = [
  {
    type: 'product_group',
    title: 'Product group',
    needs: 'product_groups:read',
    record: (id) => `/dashboard/product-groups/${id}`,
  },
  {
    type: 'expected_receipt',
    title: 'Expected receipts',
    needs: 'inventory:read',
    list: (itemID) => `/dashboard/expected-receipts?itemIDs=${itemID}`,
    record: (id) => `/dashboard/expected-receipts/${id}`,
  },
  {
    type: 'lot',
    title: 'Lots',
    needs: 'storage_locations:read',
    list: (itemID) => `/dashboard/lots?itemIDs=${itemID}`,
    record: (id) => `/dashboard/lots/${id}`,
  },
  // A hold belongs to an order in progress, which has no record yet.
  { type: 'hold', title: 'Orders being typed', needs: 'inventory:read' },
];

/** Records in inventory that refer to an item, the most important first. */
async function usesInInventory(ctx: AccountContext, itemID: string): Promise<ItemUse[]> {
  const ofItem = sql`account_id = ${ctx.account.id} and item_id = ${itemID}`;
  const { rows } = await sql<Found>`select * from (
      select 'product_group' as type, grouped.id, grouped.name as label, null as note, 1 as count, 1 as place
        from inventory.item item
        join inventory.product_group grouped
          on grouped.account_id = item.account_id and grouped.id = item.product_group_id
        where item.account_id = ${ctx.account.id} and item.id = ${itemID}
      union all select 'expected_receipt', supply.id, supply.due_on::text,
          concat(trim_scale(supply.measure), ' ', unit.name,
            case when supply.closed_at is null then '' else ', closed' end),
          count(*) over ()::int,
          row_number() over (order by supply.closed_at nulls first, supply.due_on, supply.id)
        from inventory.supply supply
        join inventory.unit unit on unit.account_id = supply.account_id and unit.id = supply.unit_id
        where supply.account_id = ${ctx.account.id} and supply.item_id = ${itemID}
          and supply.source_type = ${expectedReceiptType}
      union all select 'lot', lot.id, lot.lot_number, 'expires ' || lot.expires_on::text, count(*) over ()::int,
          row_number() over (order by lot.created_at desc, lot.id)
        from inventory.lot lot where lot.account_id = ${ctx.account.id} and lot.item_id = ${itemID}
      union all select 'hold', hold.id, hold.actor_name, null, count(*) over ()::int,
          row_number() over (order by hold.expires_at desc, hold.id)
        from inventory.hold hold where hold.account_id = ${ctx.account.id} and hold.expires_at > ${ctx.clock.now()}
          and hold.id in (select line.hold_id from inventory.hold_line line where ${ofItem} and line.quantity > 0)
    ) as found where place <= ${namedUses} order by type, place`.execute(ctx.em.query());
  return ownUses.flatMap(({ type, title, needs, list, record }) => {
    const found = rows.filter((row) => row.type === type);
    if (!found[0] || !ctx.can(needs)) return [];
    const records = found.map(({ id, label, note }) => ({ id, label, note, path: record?.(id) ?? null }));
    return [{ type, title, count: found[0].count, path: list?.(itemID) ?? null, records }];
  });
}

/** All uses of an item: those of other domains, then those in inventory. Empty for portal customers. */
export async function whereItemIsUsed(
  ctx: AccountContext,
  others: readonly ItemUsePort[],
  itemID: string,
): Promise<ItemUse[]> {
  const { productLine } = await itemByID(ctx, itemID);
  if (ctx.customerID !== undefined) return [];
  const uses: ItemUse[] = [];
  for (const port of others)
    uses.push(
      ...((await portFor(ctx, port)?.whereUsed(ctx, { id: itemID, productLineID: productLine?.id ?? null })) ?? []),
    );
  return [...uses, ...(await usesInInventory(ctx, itemID))];
}
