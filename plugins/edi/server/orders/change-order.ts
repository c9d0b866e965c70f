import type { TradedLineEntry, TradedOrder, TradedOrderLine } from '@millwright/commerce/contracts';
import { decimal } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import {
  type DocumentHold,
  decimalText,
  type EdiPurchaseOrderLine,
  isoDay,
  lineIdentifiers,
  type OrderSegments,
} from '../../contracts/index.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { endedHold, type OrderSources, type Releases, takeLines } from './import-order.ts';
import type { OrderChange } from './order-change.ts';
import { hold } from './order-holds.ts';

const at = (segment: readonly string[], element: number): string => (segment[element] ?? '').trim();

/** Reads an 860. It never throws: what is not there is empty. */
export function readOrderChange(segments: OrderSegments): OrderChange {
  const change: OrderChange = { purpose: 'other', number: '', sequence: '', orderedOn: null, changes: [] };
  for (const [index, segment] of segments.entries())
    if (segment[0] === 'BCH') {
      change.purpose = at(segment, 1) === '01' ? 'cancel' : at(segment, 1) === '04' ? 'change' : 'other';
      change.number = at(segment, 3);
      change.sequence = at(segment, 5);
      change.orderedOn = isoDay(at(segment, 6));
    } else if (segment[0] === 'POC')
      change.changes.push({
        code: at(segment, 2),
        priceOnly: at(segment, 2) === 'PC',
        line: {
          number: at(segment, 1) || String(change.changes.length + 1),
          quantity: at(segment, 3),
          // A composite: its first component.
          unit: at(segment, 5).split(/[>:<]/)[0] ?? '',
          price: at(segment, 6),
          priceBasis: at(segment, 7),
          identifiers: lineIdentifiers(segment, 8),
          description: '',
          pack: '',
          allocations: [],
          segment: index + 1,
        },
      });
  return change;
}

const entryOf = (line: TradedOrderLine): TradedLineEntry & { id: string } => ({
  id: line.id,
  itemID: line.itemID,
  quantity: line.quantity,
  unitID: line.unitID,
  ediLineItemID: line.ediLineItemID ?? '',
});

/** The quantity that a changed line has: what the change says, or more and less of it, as was agreed. */
function quantityOf(
  { settings }: Pick<EdiPartner, 'settings'>,
  code: string,
  present: string,
  stated: string | undefined,
): string {
  if (stated === undefined || code === 'PC') return present;
  if (settings.changeQuantity === 'new' || (code !== 'QI' && code !== 'QD')) return stated;
  const difference = decimal(stated).abs();
  return (code === 'QI' ? decimal(present).plus(difference) : decimal(present).minus(difference)).toFixed();
}

/** The lines of the order as the change wants them, or everything that is against it. */
export async function changedLines(
  ctx: AccountContext,
  sources: OrderSources,
  partner: EdiPartner,
  order: TradedOrder,
  { changes }: OrderChange,
  releases: Releases,
): Promise<{ lines: (TradedLineEntry & { id?: string })[]; holds: DocumentHold[] }> {
  const holds: DocumentHold[] = [];
  const lines = new Map<string, TradedLineEntry & { id?: string }>(order.lines.map((line) => [line.id, entryOf(line)]));
  const added: EdiPurchaseOrderLine[] = [];
  const raised: { line: EdiPurchaseOrderLine; itemID: string }[] = [];
  for (const { code, line } of changes) {
    const sold = order.lines.find(({ ediLineItemID }) => ediLineItemID === line.number);
    if (code === 'AI') {
      added.push(line);
      continue;
    }
    if (!sold) {
      holds.push(
        hold('unknown_order', [partner.id, order.id, line.number], `Order ${order.number} has no line ${line.number}`, {
          segment: line.segment,
          element: 1,
        }),
      );
      continue;
    }
    if (code === 'DI') {
      lines.delete(sold.id);
      continue;
    }
    const quantity = quantityOf(partner, code, sold.quantity, decimalText(line.quantity));
    if (decimal(quantity).lte('0')) lines.delete(sold.id);
    else {
      const price = line.price ? decimalText(line.price) : undefined;
      if (decimal(quantity).gt(decimal(sold.quantity)) || (price && decimal(price).gt(decimal(sold.unitPrice))))
        raised.push({ line, itemID: sold.itemID });
      lines.set(sold.id, {
        ...entryOf(sold),
        quantity,
        ...(price ? { unitPrice: decimal(price).round(6).toFixed() } : {}),
      });
      if (price && !decimal(price).eq(decimal(sold.unitPrice)) && !releases.includes('prices'))
        holds.push(
          hold(
            'price_differs',
            [partner.id, sold.itemID, price],
            `Line ${line.number}: the partner now pays ${price}, not ${decimal(sold.unitPrice).toFixed()}. Accept it?`,
            {
              segment: line.segment,
              element: 6,
              details: { theirs: price, ours: sold.unitPrice, itemID: sold.itemID },
            },
          ),
        );
    }
  }
  const products = await sources.catalogue.findProducts(ctx, [...new Set(raised.map(({ itemID }) => itemID))]);
  for (const { line, itemID } of raised) {
    const ended = endedHold(ctx, partner, line, products.get(itemID), releases);
    if (ended) holds.push(ended);
  }
  const taken = await takeLines(ctx, sources, partner, added, releases);
  return { lines: [...lines.values(), ...taken.lines], holds: [...holds, ...taken.holds] };
}
