import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { listPaymentTerms, type PaymentTerm, type PaymentTermCode, paymentTermDays } from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../text-filter.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('commerce.payment_term as term').where('term.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'term.id',
    sql<PaymentTermCode>`term.code`.as('code'),
    'term.name',
    'term.version',
    'term.created_at as createdAt',
    'term.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const paymentTermOf = (row: Row): PaymentTerm => ({
  ...row,
  days: paymentTermDays[row.code],
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of payment terms by name. */
export async function findPaymentTerms(ctx: AccountContext, page: EndpointRequest<typeof listPaymentTerms>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['term.name', 'term.code']));
  if (page.codes) matching = matching.where('term.code', 'in', page.codes);
  const { items, count } = await listPage(ctx, {
    list: listPaymentTerms,
    id: 'term.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'term.name', code: 'term.code', createdAt: 'term.created_at' },
    order: [['term.name', 'asc']],
  });
  return { items: items.map(paymentTermOf), count };
}

/** One payment term; 404 for what is not there. */
export async function paymentTermByID(ctx: AccountContext, id: string): Promise<PaymentTerm> {
  const row = await withColumns(from(ctx)).where('term.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return paymentTermOf(row);
}
