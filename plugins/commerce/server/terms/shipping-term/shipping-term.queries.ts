import { decimal, type EndpointRequest, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage } from '@millwright/core/server';
import { listShippingTerms, type ShippingTerm } from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../text-filter.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('commerce.shipping_term as term').where('term.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'term.id',
    'term.code',
    'term.name',
    'term.is_freight_exempt as isFreightExempt',
    'term.flat_rate as flatRate',
    'term.minimum_order_value as minimumOrderValue',
    'term.is_carrier_rate as isCarrierRate',
    'term.version',
    'term.created_at as createdAt',
    'term.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const amountOf = (value: string | null): number | null => (value === null ? null : toWire(decimal(value)));
const shippingTermOf = (row: Row): ShippingTerm => ({
  ...row,
  flatRate: amountOf(row.flatRate),
  minimumOrderValue: amountOf(row.minimumOrderValue),
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of shipping terms by name. */
export async function findShippingTerms(ctx: AccountContext, page: EndpointRequest<typeof listShippingTerms>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['term.name', 'term.code']));
  if (page.isFreightExempt !== undefined)
    matching = matching.where('term.is_freight_exempt', '=', page.isFreightExempt);
  if (page.isCarrierRate !== undefined) matching = matching.where('term.is_carrier_rate', '=', page.isCarrierRate);
  const { items, count } = await listPage(ctx, {
    list: listShippingTerms,
    id: 'term.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: {
      name: 'term.name',
      flatRate: 'term.flat_rate',
      minimumOrderValue: 'term.minimum_order_value',
      createdAt: 'term.created_at',
    },
    order: [['term.name', 'asc']],
  });
  return { items: items.map(shippingTermOf), count };
}

/** One shipping term; 404 for what is not there. */
export async function shippingTermByID(ctx: AccountContext, id: string): Promise<ShippingTerm> {
  const row = await withColumns(from(ctx)).where('term.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return shippingTermOf(row);
}
