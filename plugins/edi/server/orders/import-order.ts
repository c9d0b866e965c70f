import type { TradedLineEntry, TradedOrderEntry, TradingPort } from '@millwright/commerce/contracts';
import { type AddressSnapshot, decimal, Problem } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import {
  type DocumentHold,
  decimalText,
  type EdiPurchaseOrder,
  type EdiPurchaseOrderLine,
  type OrderParty,
} from '../../contracts/index.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { ItemsOfPartner } from './item-of-line.ts';
import { hold } from './order-holds.ts';
import { allocationHolds, linesOfStore, type Store, sharesOfLines, storeParty, storesOf } from './stores.ts';
import { unitOfCode } from './unit-of-line.ts';

/** What taking over an order asks. */
export interface OrderSources {
  trading: TradingPort;
  catalogue: CataloguePort;
}

/** Orders of a partner that are ready to be entered, one a store where it wants that, or everything that keeps them. */
export type TakenOrder =
  | { holds: DocumentHold[]; orders?: never }
  | { holds?: never; orders: { entry: TradedOrderEntry; store?: Store | undefined }[] };

/** What a person has allowed: `prices`, `duplicate`, `ended`. */
export type Releases = readonly string[];

const partyAddress = (party: OrderParty): AddressSnapshot => ({
  name: party.name || party.code || 'Ship to',
  line1: party.lines[0] ?? null,
  line2: party.lines.slice(1).join(', ') || null,
  city: party.city || null,
  state: party.state || null,
  postalCode: party.postalCode || null,
  country: party.country || 'US',
  phone: null,
  email: null,
  isDropShip: false,
});

interface LocationRow {
  qualifier: string;
  code: string;
  name: string;
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string;
}

const locationAddress = ({ qualifier: _kind, code: _code, ...place }: LocationRow): AddressSnapshot => ({
  ...place,
  phone: null,
  email: null,
  isDropShip: false,
});

interface Destination {
  shipTo?: AddressSnapshot | undefined;
  hold?: DocumentHold;
}

/** Where the order goes, or why nobody knows. */
async function shipToOf(
  ctx: AccountContext,
  partner: EdiPartner,
  party: OrderParty | undefined,
  isDropShip: boolean,
): Promise<Destination> {
  if (!party) return {};
  if (isDropShip || !party.code) {
    if (!party.lines.length && !party.city) return {};
    return { shipTo: { ...partyAddress(party), isDropShip } };
  }
  const qualifier = party.codeKind || '92';
  const { rows } = await sql<LocationRow>`select qualifier, code, name, line1, line2, city, state,
      postal_code as "postalCode", country
    from edi.dc_location where account_id = ${ctx.account.id} and customer_id = ${partner.customer.id}
      and qualifier = ${qualifier} and code = ${party.code} and is_active`.execute(ctx.em.query());
  const [found] = rows;
  if (found) return { shipTo: locationAddress(found) };
  const address = partyAddress(party);
  return {
    hold: hold(
      'unknown_location',
      [partner.id, qualifier, party.code],
      `There is no DC location ${party.code} of this customer: create it, and the order goes on`,
      {
        segment: party.segment,
        element: party.element,
        details: {
          qualifier,
          code: party.code,
          name: party.name,
          line1: address.line1 ?? '',
          line2: address.line2 ?? '',
          city: party.city,
          state: party.state,
          postalCode: party.postalCode,
          country: address.country,
        },
      },
    ),
  };
}

interface MatchedLine {
  line: EdiPurchaseOrderLine;
  entry: TradedLineEntry;
}

/** The line with our item and unit, or why not. */
function matchedLine(
  partner: EdiPartner,
  line: EdiPurchaseOrderLine,
  items: ItemsOfPartner,
  products: ReadonlyMap<string, CatalogueProduct>,
): MatchedLine | DocumentHold {
  const place = { segment: line.segment };
  const quantity = decimalText(line.quantity);
  if (!quantity || decimal(quantity).lte('0'))
    return hold(
      'invalid_document',
      ['quantity'],
      `Line ${line.number} orders ${line.quantity || 'nothing'}: correct the quantity`,
      {
        ...place,
        element: 2,
      },
    );
  const itemID = items.itemOf(line);
  const product = itemID === undefined ? undefined : products.get(itemID);
  if (!product) {
    const [first] = line.identifiers;
    const { kind = '', value = '' } = first ?? {};
    const called = line.identifiers.map((each) => `${each.kind} ${each.value}`).join(', ') || 'no number';
    return hold(
      'unknown_item',
      [partner.id, kind, value],
      `Line ${line.number}: no product is known for ${called}. Say which one it is`,
      {
        ...place,
        element: first?.element ?? 7,
        details: { qualifier: kind, number: value, description: line.description },
      },
    );
  }
  const unit = unitOfCode(partner, line.unit, product.units);
  if (!unit)
    return hold(
      'unknown_unit',
      [partner.id, line.unit, product.unitGroupID],
      `Line ${line.number}: ${product.sku} has no unit for ${line.unit || 'an empty code'}. Say which one it is`,
      { ...place, element: 3, details: { code: line.unit, itemID: product.id, sku: product.sku } },
    );
  return { line, entry: { itemID: product.id, quantity, unitID: unit.unitID, ediLineItemID: line.number } };
}

/** Lines with the price that holds: the partner's where it names one that is near enough or was accepted. */
async function pricedLines(
  ctx: AccountContext,
  { trading }: OrderSources,
  partner: EdiPartner,
  matched: readonly MatchedLine[],
  releases: Releases,
): Promise<{ lines: TradedLineEntry[]; holds: DocumentHold[] }> {
  const ourPrices = await trading.quote(
    ctx,
    partner.customer.id,
    matched.map(({ entry }) => entry),
  );
  const holds: DocumentHold[] = [];
  const lines = matched.map(({ line, entry }, index): TradedLineEntry => {
    if (!line.price) return entry;
    const [theirs, ours] = [decimalText(line.price), ourPrices[index] ?? '0'];
    if (theirs === undefined) {
      holds.push(
        hold('invalid_document', ['price'], `Line ${line.number}: ${line.price} is no price`, {
          segment: line.segment,
          element: 4,
        }),
      );
      return entry;
    }
    const difference = decimal(theirs).minus(decimal(ours)).abs();
    if (difference.eq('0')) return entry;
    if (difference.gt(decimal(partner.settings.priceTolerance)) && !releases.includes('prices'))
      holds.push(
        hold(
          'price_differs',
          [partner.id, entry.itemID, theirs],
          `Line ${line.number}: the partner pays ${theirs}, not ${decimal(ours).toFixed()}. Accept it, or change ours`,
          {
            segment: line.segment,
            element: 4,
            details: { theirs, ours: decimal(ours).toFixed(), itemID: entry.itemID },
          },
        ),
      );
    return { ...entry, unitPrice: decimal(theirs).round(6).toFixed() };
  });
  return { lines, holds };
}

/** The hold of a line whose product is not sold any more. Undefined if it is sold, or was released. */
export const endedHold = (
  ctx: AccountContext,
  partner: EdiPartner,
  { number, segment }: Pick<EdiPurchaseOrderLine, 'number' | 'segment'>,
  product: CatalogueProduct | undefined,
  releases: Releases,
): DocumentHold | undefined =>
  product?.endDate && product.endDate < todayOf(ctx) && !releases.includes('ended')
    ? hold(
        'product_ended',
        [partner.id, product.id],
        `Line ${number}: ${product.sku} was sold until ${product.endDate}. Release it to deliver it all the same`,
        { segment, details: { itemID: product.id, sku: product.sku, endDate: product.endDate } },
      )
    : undefined;

/** What our own rules say against an order, as a reason that keeps it. */
export const refusedHold = (error: Problem, lines: readonly EdiPurchaseOrderLine[] = []): DocumentHold => {
  const [first] = error.errors;
  const index = Number(/^lines\.(\d+)\./.exec(first?.path ?? '')?.[1] ?? Number.NaN);
  const line = Number.isNaN(index) ? undefined : lines[index];
  const explanation = first ? `${line ? `Line ${line.number}: ` : ''}${first.message}` : error.message;
  return hold('order_refused', [error.code, explanation], explanation, { segment: line?.segment ?? null });
};

/** Items, units and prices of the lines; everything that keeps them at once. */
export async function takeLines(
  ctx: AccountContext,
  sources: OrderSources,
  partner: EdiPartner,
  wanted: readonly EdiPurchaseOrderLine[],
  releases: Releases,
): Promise<{ lines: TradedLineEntry[]; holds: DocumentHold[] }> {
  const items = await ItemsOfPartner.of(ctx, partner, wanted);
  const ids = [...new Set(wanted.flatMap((line) => items.itemOf(line) ?? []))];
  const products = await sources.catalogue.findProducts(ctx, ids, { hold: true });
  const matched = wanted.map((line) => matchedLine(partner, line, items, products));
  const holds = matched.filter((each): each is DocumentHold => 'reason' in each);
  const fitting = matched.filter((each): each is MatchedLine => 'line' in each);
  for (const { line, entry } of fitting) {
    const ended = endedHold(ctx, partner, line, products.get(entry.itemID), releases);
    if (ended) holds.push(ended);
  }
  try {
    const priced = await pricedLines(ctx, sources, partner, fitting, releases);
    return { lines: priced.lines, holds: [...holds, ...priced.holds] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const those = fitting.map(({ line }) => line);
    return { lines: [], holds: [...holds, refusedHold(error, those)] };
  }
}

const noteOf = (order: EdiPurchaseOrder, store: Store | undefined): string | undefined => {
  const dates = order.dates.map(({ kind, on }) => `${dateNames[kind] ?? `Date ${kind}`}: ${on}`);
  const shares = store ? [`For store ${store.code}`] : sharesOfLines(order);
  return [...order.notes, ...shares, ...dates].join('\n').slice(0, 5_000) || undefined;
};

const dateNames: Readonly<Record<string, string>> = {
  '001': 'Cancel after',
  '002': 'Delivery requested',
  '010': 'Ship requested',
  '037': 'Ship not before',
  '038': 'Ship no later',
  '063': 'Do not deliver after',
  '064': 'Do not deliver before',
};

/**
 * What has to be true of a new order before it is entered; all that is wrong is told at once. `present`: orders of the
 * same number.
 */
export async function takeOrder(
  ctx: AccountContext,
  sources: OrderSources,
  partner: EdiPartner,
  order: EdiPurchaseOrder,
  releases: Releases,
  present: readonly { id: string; number: string }[],
): Promise<TakenOrder> {
  const holds: DocumentHold[] = [];
  if (!order.number)
    holds.push(hold('invalid_document', ['number'], 'The order has no number (BEG03)', { segment: 2, element: 3 }));
  if (!order.lines.length) holds.push(hold('invalid_document', ['lines'], 'The order has no lines'));
  if (order.lineCount !== null && order.lineCount !== order.lines.length)
    holds.push(
      hold(
        'invalid_document',
        ['line count'],
        `CTT01 says ${order.lineCount} lines, there are ${order.lines.length}: one may be lost`,
      ),
    );
  if (order.currency && order.currency !== ctx.account.currency)
    holds.push(
      hold(
        'order_refused',
        ['currency', order.currency],
        `The order is in ${order.currency}, not ${ctx.account.currency}`,
      ),
    );
  if (present.length && !releases.includes('duplicate'))
    holds.push(
      hold(
        'duplicate_order',
        [partner.id, order.number],
        `Order ${present.map(({ number }) => number).join(', ')} has this purchase order. Release it if it is another`,
        { segment: 2, element: 3, details: { orderID: present[0]?.id ?? '', number: present[0]?.number ?? '' } },
      ),
    );
  const stores = partner.settings.splitsStores ? storesOf(order) : [];
  holds.push(...allocationHolds(order, stores.length > 0));
  const party = order.parties.find(({ role }) => role === 'ST');
  const places = new Map<Store | undefined, Destination>();
  // Goods for a store go through the place that the order names, else straight to it.
  for (const store of stores.length ? stores : [undefined]) {
    const place = await shipToOf(ctx, partner, party ?? (store && storeParty(store)), order.kind === 'DS');
    places.set(store, place);
    if (place.hold && !holds.some(({ cause }) => cause === place.hold?.cause)) holds.push(place.hold);
  }
  const taken = await takeLines(ctx, sources, partner, order.lines, releases);
  holds.push(...taken.holds);
  if (holds.length) return { holds };
  return {
    orders: [...places].map(([store, { shipTo }]) => {
      const customerNote = noteOf(order, store);
      return {
        store,
        entry: {
          customerID: partner.customer.id,
          customerPO: order.number,
          isIssued: partner.settings.issuesOrders,
          acceptsEnded: releases.includes('ended'),
          lines: store ? linesOfStore(order, taken.lines, store) : taken.lines,
          ...(shipTo ? { shipTo } : {}),
          ...(order.wantedOn ? { promisedAt: order.wantedOn } : {}),
          ...(customerNote ? { customerNote } : {}),
        },
      };
    }),
  };
}
