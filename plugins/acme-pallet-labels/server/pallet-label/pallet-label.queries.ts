import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, listPage } from '@millwright/core/server';
import { listPalletLabels, type PalletLabel as PalletLabelReply } from '../../contracts/index.ts';
import type { Tables } from '../tables.ts';
import type { PalletLabel } from './pallet-label.entity.ts';

const isoText = (value: Date | string): string => new Date(value).toISOString();

/** A label as answers show it. */
export const labelOf = (
  label: Pick<
    PalletLabel,
    'id' | 'orderID' | 'orderNumber' | 'customerName' | 'position' | 'count' | 'printedAt' | 'createdAt'
  >,
): PalletLabelReply => ({
  id: label.id,
  orderID: label.orderID,
  orderNumber: label.orderNumber,
  customerName: label.customerName,
  position: label.position,
  count: label.count,
  printedAt: label.printedAt ? isoText(label.printedAt) : null,
  createdAt: isoText(label.createdAt),
});

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('acme_pallet_labels.pallet_label as label')
    .where('label.account_id', '=', ctx.account.id);

/** A page of labels, newest order first, the labels of an order in order. */
export async function findPalletLabels(ctx: AccountContext, page: EndpointRequest<typeof listPalletLabels>['query']) {
  let matching = from(ctx);
  if (page.query) {
    const pattern = `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([where('label.order_number', 'ilike', pattern), where('label.customer_name', 'ilike', pattern)]),
    );
  }
  if (page.orderID) matching = matching.where('label.order_id', '=', page.orderID);
  if (page.isPrinted !== undefined)
    matching = matching.where('label.printed_at', page.isPrinted ? 'is not' : 'is', null);
  const { items, count } = await listPage(ctx, {
    list: listPalletLabels,
    id: 'label.id',
    matching,
    select: (query) =>
      (query as ReturnType<typeof from>).select([
        'label.id',
        'label.order_id as orderID',
        'label.order_number as orderNumber',
        'label.customer_name as customerName',
        'label.position',
        'label.count',
        'label.printed_at as printedAt',
        'label.created_at as createdAt',
      ]),
    page,
    sortable: {
      orderNumber: 'label.order_number',
      customerName: 'label.customer_name',
      printedAt: 'label.printed_at',
      createdAt: 'label.created_at',
    },
    order: [['label.created_at', 'desc']],
  });
  return { items: items.map(labelOf), count };
}
