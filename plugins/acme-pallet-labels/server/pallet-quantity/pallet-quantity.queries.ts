import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, listPage } from '@millwright/core/server';
import { listPalletQuantities, type PalletQuantity } from '../../contracts/index.ts';
import type { Tables } from '../tables.ts';

const isoText = (value: Date | string): string => new Date(value).toISOString();

// A product that inventory has deleted since is not shown: its quantity means nothing any more.
const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('acme_pallet_labels.pallet_quantity as quantity')
    .innerJoin('inventory.v_items as item', (join) =>
      join.onRef('item.account_id', '=', 'quantity.account_id').onRef('item.id', '=', 'quantity.item_id'),
    )
    .where('quantity.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'quantity.id',
    'quantity.per_pallet as perPallet',
    'quantity.version',
    'quantity.created_at as createdAt',
    'quantity.updated_at as updatedAt',
    'item.id as itemID',
    'item.sku',
    'item.description',
    'item.default_unit_name as unit',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const quantityOf = ({ itemID, sku, description, ...row }: Row): PalletQuantity => ({
  ...row,
  product: { id: itemID, sku, description },
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of quantities by SKU. */
export async function findPalletQuantities(
  ctx: AccountContext,
  page: EndpointRequest<typeof listPalletQuantities>['query'],
) {
  let matching = from(ctx);
  if (page.query) {
    const pattern = `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([where('item.sku', 'ilike', pattern), where('item.description', 'ilike', pattern)]),
    );
  }
  const { items, count } = await listPage(ctx, {
    list: listPalletQuantities,
    id: 'quantity.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { sku: 'item.sku', perPallet: 'quantity.per_pallet', updatedAt: 'quantity.updated_at' },
    order: [['item.sku', 'asc']],
  });
  return { items: items.map(quantityOf), count };
}

/** One quantity; 404 for what is not there. */
export async function palletQuantityByID(ctx: AccountContext, id: string): Promise<PalletQuantity> {
  const row = await withColumns(from(ctx)).where('quantity.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return quantityOf(row);
}
