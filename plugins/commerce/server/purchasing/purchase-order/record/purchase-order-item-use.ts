import { type AccountContext, sql } from '@millwright/core/server';
import { type ItemUse, ItemUsePort, namedUses, type UsedItem } from '@millwright/inventory/contracts';
import { purchaseOrderIs } from '../../../states/states.ts';

const sorts = {
  open: { title: 'On order', statuses: ['issued'] },
  draft: { title: 'Purchase drafts and requests', statuses: ['estimate', 'bid_request'] },
  past: { title: 'Past purchase orders', statuses: ['fulfilled', 'closed_short'] },
} as const;

interface Found {
  kind: keyof typeof sorts;
  id: string;
  label: string;
  note: string;
  count: number;
}

/** Purchase orders with an item, for the item's screen: open ones first. */
export class PurchasesOfItem extends ItemUsePort {
  override async whereUsed(ctx: AccountContext, { id }: UsedItem): Promise<ItemUse[]> {
    if (!ctx.can('purchase_orders:read')) return [];
    const { rows } = await sql<Found>`
      with ordered as (
        select bought.id, bought.number, bought.supplier_name, bought.created_at, min(line.expected_on) as expected_on,
          case when ${purchaseOrderIs.open('bought.status')} then 'open'
            when ${purchaseOrderIs.quoted('bought.status')} then 'draft'
            else 'past' end as kind,
          string_agg(concat(trim_scale(line.quantity), ' ', line.unit_name), ' + '
            order by line.line_item_number) as quantities
        from commerce.purchase_order_line line
        join commerce.purchase_order bought on bought.account_id = line.account_id and bought.id = line.order_id
          and bought.deleted_at is null
        where line.account_id = ${ctx.account.id} and line.item_id = ${id}
        group by bought.account_id, bought.id),
      placed as (select *,
          row_number() over (partition by kind order by expected_on, created_at desc, id desc) as place,
          count(*) over (partition by kind)::int as count from ordered)
      select kind, id, number as label, count,
        concat(quantities, ' from ', supplier_name, ', expected ' || expected_on) as note
      from placed where place <= ${namedUses} order by kind, place`.execute(ctx.em.query());
    return Object.entries(sorts).flatMap(([kind, { title, statuses }]) => {
      const found = rows.filter((row) => row.kind === kind);
      if (!found[0]) return [];
      const path = `/dashboard/purchase-orders?itemIDs=${id}${statuses.map((code) => `&statusCodes=${code}`).join('')}`;
      const records = found.map((row) => ({
        id: row.id,
        label: row.label,
        note: row.note,
        path: `/dashboard/purchase-orders/${row.id}`,
      }));
      return [{ type: 'purchase_order', title, count: found[0].count, path, records }];
    });
  }
}
