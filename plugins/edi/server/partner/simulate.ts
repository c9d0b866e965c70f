import type { TradingPort } from '@millwright/commerce/contracts';
import { decimal } from '@millwright/core/contracts';
import { type AccountContext, audit, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { partnerProblems, type SimulatedDocument } from '../../contracts/index.ts';
import { type RetailerMessage, retailerSends } from '../connection/simulated-retailer.ts';
import { codeOfUnit, unitOfCode } from '../orders/unit-of-line.ts';
import { processingIs } from '../states/states.ts';
import { EdiPartner } from './partner.entity.ts';

type Lines = string[][];

interface NamedItem {
  qualifier: string;
  name: string;
  itemID: string;
}

/** Items that the retailer can order: those with partner numbers, else our products by SKU. */
async function itemsToOrder(ctx: AccountContext, partnerID: string): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`select qualifier, name, item_id as "itemID" from edi.partner_item
    where account_id = ${ctx.account.id} and partner_id = ${partnerID} order by created_at, id limit 3`.execute(
    ctx.em.query(),
  );
  if (rows.length) return rows;
  const { rows: products } = await sql<NamedItem>`select 'VN' as qualifier, sku as name, id as "itemID"
    from inventory.v_items where account_id = ${ctx.account.id} and type = 'product' and product_type = 'sale'
    order by sku limit 3`.execute(ctx.em.query());
  return products;
}

/** Lines of an order at current prices. */
async function orderedLines(
  ctx: AccountContext,
  trading: TradingPort,
  catalogue: CataloguePort,
  partner: EdiPartner,
): Promise<Lines> {
  const items = await itemsToOrder(ctx, partner.id);
  const products = await catalogue.findProducts(
    ctx,
    items.map(({ itemID }) => itemID),
  );
  const wanted = items.flatMap((item, index) => {
    const product = products.get(item.itemID);
    // A unit for which the retailer has a code.
    const unit = product?.units.find(
      (each) => unitOfCode(partner, codeOfUnit(partner, each.unitID, each.unit), product.units)?.unitID === each.unitID,
    );
    return product && unit ? [{ item, unit, quantity: String(6 * (index + 1)) }] : [];
  });
  const prices = await trading.quote(
    ctx,
    partner.customer.id,
    wanted.map(({ item, unit, quantity }) => ({
      itemID: item.itemID,
      unitID: unit.unitID,
      quantity,
      ediLineItemID: '1',
    })),
  );
  return wanted.map(({ item, unit, quantity }, index) => [
    'PO1',
    String(index + 1),
    quantity,
    codeOfUnit(partner, unit.unitID, unit.unit),
    decimal(prices[index] ?? '0').toFixed(),
    '',
    item.qualifier,
    item.name,
  ]);
}

async function shipTo(ctx: AccountContext, customerID: string): Promise<Lines> {
  const { rows } = await sql<{ name: string; qualifier: string; code: string }>`select name, qualifier, code
    from edi.dc_location where account_id = ${ctx.account.id} and customer_id = ${customerID} and is_active
    order by code limit 1`.execute(ctx.em.query());
  const [place] = rows;
  return place ? [['N1', 'ST', place.name, place.qualifier, place.code]] : [];
}

/** The retailer's last order, as it was sent. */
async function lastOrder(ctx: AccountContext, partnerID: string): Promise<{ number: string; line: string[] }> {
  const { rows } = await sql<{ number: string; segments: string[][] }>`select business_key as number, segments
    from edi.document where account_id = ${ctx.account.id} and partner_id = ${partnerID} and type = '850'
      and direction = 'in' and ${processingIs.imported('processing')} order by created_at desc,
        id desc limit 1`.execute(ctx.em.query());
  const [last] = rows;
  const line = last?.segments.find(([id]) => id === 'PO1');
  if (!last || !line) throw partnerProblems.nothing_to_simulate();
  return { number: last.number, line };
}

const order = (number: string, day: string, place: Lines, lines: Lines): RetailerMessage => ({
  groupCode: 'PO',
  type: '850',
  segments: [
    ['BEG', '00', 'SA', number, '', day],
    ['REF', 'DP', '042'],
    ...place,
    ...lines,
    ['CTT', String(lines.length)],
  ],
});

/**
 * Lets the simulated retailer send a document, which waits in the mailbox.
 * @throws Problem 409
 */
export async function simulate(
  ctx: AccountContext,
  trading: TradingPort,
  catalogue: CataloguePort,
  partnerID: string,
  document: SimulatedDocument,
): Promise<{ customerPO: string }> {
  const partner = (await ctx.em.get(EdiPartner, partnerID, { populate: ['connection'] })) as EdiPartner;
  if (partner.connection?.kind !== 'simulated') throw partnerProblems.partner_not_simulated();
  const day = ctx.clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from edi.mailbox_file
    where account_id = ${ctx.account.id} and connection_id = ${partner.connection.id} and direction = 'in'`.execute(
    ctx.em.query(),
  );
  let customerPO = `SIM-${1001 + (rows[0]?.count ?? 0)}`;
  let message: RetailerMessage;
  if (document === 'order' || document === 'wrong_order') {
    const lines = await orderedLines(ctx, trading, catalogue, partner);
    if (!lines.length) throw partnerProblems.nothing_to_simulate();
    const isWrong = document === 'wrong_order';
    const unknown = ['PO1', String(lines.length + 1), '12', 'EA', '3.95', '', 'UP', '099999999992'];
    message = order(
      customerPO,
      day,
      isWrong ? [['N1', 'ST', 'New distribution center', '92', '0999']] : await shipTo(ctx, partner.customer.id),
      isWrong ? [...lines, unknown] : lines,
    );
  } else {
    const { number, line } = await lastOrder(ctx, partnerID);
    customerPO = number;
    const [, place = '1', quantity = '1', unit = 'EA', price = ''] = line;
    const more = decimal(quantity).plus('6').toFixed();
    message = {
      groupCode: 'PC',
      type: '860',
      segments: [
        ['BCH', document === 'cancel' ? '01' : '04', 'SA', number, '', '', day],
        ...(document === 'cancel' ? [] : [['POC', place, 'CA', more, '', unit, price]]),
      ],
    };
  }
  await retailerSends(
    ctx,
    partner.connection.id,
    {
      from: { qualifier: partner.theirQualifier, id: partner.theirID, groupID: partner.theirGroupID },
      to: { qualifier: partner.ourQualifier, id: partner.ourID, groupID: partner.ourGroupID },
      isTest: partner.isTest,
    },
    [message],
  );
  const note = `${document.replace('_', ' ')} ${customerPO}`;
  audit(ctx, { record: { type: 'edi_partner', id: partnerID }, action: 'document_simulated', note });
  return { customerPO };
}
