import type { TradingPort } from '@millwright/commerce/contracts';
import { newID } from '@millwright/core/contracts';
import { type AccountContext, backdate, type OutsideContext, Party, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { partnerSettings } from '../../contracts/index.ts';
import { EdiConnection } from '../connection/connection.entity.ts';
import { DcLocation } from '../dc-location/dc-location.entity.ts';
import { EdiPartner, EdiPartnerItem } from '../partner/partner.entity.ts';
import { simulate } from '../partner/simulate.ts';
import type { Exchange } from './exchange.service.ts';

/** A trade item number of twelve digits that nobody else has: the number system for use within a company. */
const upcs = ['400000000015', '400000000022', '400000000039'];

/**
 * A retailer that answers by itself: one order of it has a fault that waits for a person, another lies in the mailbox,
 * to be fetched.
 */
export async function createDemoRetailer(
  ctx: AccountContext,
  { trading, catalogue, exchange }: { trading: TradingPort; catalogue: CataloguePort; exchange: Exchange },
): Promise<void> {
  const { rows: parties } = await sql<{ id: string; name: string }>`select id, name from core.v_parties
    where account_id = ${ctx.account.id} and kind = 'customer' order by number`.execute(ctx.em.query());
  const enabled = await trading.ediCustomers(
    ctx,
    parties.map(({ id }) => id),
  );
  const retailer = parties.find(({ id }) => enabled.has(id));
  if (!retailer) return;
  // Documents say themselves when they came, which is now.
  backdate(ctx, 0);
  const customer = ctx.em.reference(Party, retailer.id);
  const connection = ctx.em.create(EdiConnection, { id: newID('edc'), name: 'Simulated retailer', kind: 'simulated' });
  const partner = ctx.em.create(EdiPartner, {
    id: newID('edp'),
    name: retailer.name,
    customer,
    connection,
    isTest: true,
    ourQualifier: 'ZZ',
    ourID: ctx.account.slug.toUpperCase().replaceAll('-', '').slice(0, 15),
    ourGroupID: ctx.account.slug.toUpperCase().replaceAll('-', '').slice(0, 15),
    theirQualifier: 'ZZ',
    theirID: 'RETAILDEMO',
    theirGroupID: 'RETAILDEMO',
    settings: partnerSettings.parse({}),
  });
  ctx.em.create(DcLocation, {
    id: newID('dcl'),
    customer,
    code: '0042',
    name: 'Midwest distribution center',
    line1: '4200 Warehouse Way',
    city: 'Joliet',
    state: 'IL',
    postalCode: '60431',
    receivingHours: 'Mon-Fri 5:00-13:00',
  });
  await ctx.em.flush();
  const { rows: products } = await sql<{ id: string }>`select id from inventory.v_items
    where account_id = ${ctx.account.id} and type = 'product' and product_type = 'sale' and start_date is null
    order by sku limit ${upcs.length}`.execute(ctx.em.query());
  for (const [index, { id: itemID }] of products.entries())
    ctx.em.create(EdiPartnerItem, { id: newID('epi'), partner, qualifier: 'UP', name: upcs[index] ?? '', itemID });
  await ctx.em.flush();
  await simulate(ctx, trading, catalogue, partner.id, 'wrong_order');
  // The demo is loaded in one transaction, in which everything happens that is otherwise done in several.
  const here: OutsideContext = { ...ctx, inTransaction: (work) => work(ctx) };
  await exchange.pull(here);
  await simulate(ctx, trading, catalogue, partner.id, 'order');
}
