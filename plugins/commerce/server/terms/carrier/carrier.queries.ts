import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, instantJSON, isoText, listPage, sql } from '@millwright/core/server';
import { type Carrier, type CarrierOption, listCarrierOptions, listCarriers } from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../text-filter.ts';

const options = sql<
  Carrier['options']
>`(select coalesce(json_agg(json_build_object('id', choice.id, 'name', choice.name, 'code', choice.code,
    'createdAt', ${instantJSON('choice.created_at')}, 'updatedAt', ${instantJSON('choice.updated_at')})
    order by choice.name, choice.id), '[]') from commerce.carrier_option choice
  where choice.account_id = carrier.account_id and choice.carrier_id = carrier.id)`;

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('commerce.carrier as carrier').where('carrier.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'carrier.id',
    'carrier.name',
    'carrier.code',
    'carrier.is_built_in as isBuiltIn',
    'carrier.tracking_url_template as trackingUrlTemplate',
    options.as('options'),
    'carrier.version',
    'carrier.created_at as createdAt',
    'carrier.updated_at as updatedAt',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const carrierOf = (row: Row): Carrier => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of carriers by name, with their options. */
export async function findCarriers(ctx: AccountContext, page: EndpointRequest<typeof listCarriers>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['carrier.name', 'carrier.code']));
  if (page.code) matching = matching.where('carrier.code', '=', page.code);
  if (page.isBuiltIn !== undefined) matching = matching.where('carrier.is_built_in', '=', page.isBuiltIn);
  const { items, count } = await listPage(ctx, {
    list: listCarriers,
    id: 'carrier.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'carrier.name', code: 'carrier.code', createdAt: 'carrier.created_at' },
    order: [['carrier.name', 'asc']],
  });
  return { items: items.map(carrierOf), count };
}

/** One carrier; 404 for what is not there. */
export async function carrierByID(ctx: AccountContext, id: string): Promise<Carrier> {
  const row = await withColumns(from(ctx)).where('carrier.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return carrierOf(row);
}

const fromOptions = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.carrier_option as choice')
    .where('choice.account_id', '=', ctx.account.id);

const withOptionColumns = (query: ReturnType<typeof fromOptions>) =>
  query.select([
    'choice.id',
    'choice.carrier_id as carrierID',
    'choice.name',
    'choice.code',
    'choice.is_built_in as isBuiltIn',
    'choice.version',
    'choice.created_at as createdAt',
    'choice.updated_at as updatedAt',
  ]);

type OptionRow = Awaited<ReturnType<ReturnType<typeof withOptionColumns>['executeTakeFirstOrThrow']>>;
const optionOf = (row: OptionRow): CarrierOption => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of the options of a carrier by name; 404 for an unknown carrier. */
export async function findCarrierOptions(
  ctx: AccountContext,
  carrierID: string,
  page: EndpointRequest<typeof listCarrierOptions>['query'],
) {
  await carrierByID(ctx, carrierID);
  let matching = fromOptions(ctx).where('choice.carrier_id', '=', carrierID);
  if (page.query) matching = matching.where(holdsText(page.query, ['choice.name', 'choice.code']));
  const { items, count } = await listPage(ctx, {
    list: listCarrierOptions,
    id: 'choice.id',
    matching,
    select: (query) => withOptionColumns(query as ReturnType<typeof fromOptions>),
    page,
    sortable: { name: 'choice.name', code: 'choice.code', createdAt: 'choice.created_at' },
    order: [['choice.name', 'asc']],
    scope: carrierID,
  });
  return { items: items.map(optionOf), count };
}

/** One option; 404 for what is not there, an option of another carrier among it. */
export async function carrierOptionByID(ctx: AccountContext, id: string, carrierID?: string): Promise<CarrierOption> {
  const row = await withOptionColumns(fromOptions(ctx)).where('choice.id', '=', id).executeTakeFirst();
  if (!row || (carrierID !== undefined && row.carrierID !== carrierID)) throw problems.not_found();
  return optionOf(row);
}
