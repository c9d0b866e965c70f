import type { TradedCase, TradedOrder, TradedOrderLine, TradedShipment } from '@millwright/commerce/contracts';
import { decimal, sumOf } from '@millwright/core/contracts';
import type { EdiPurchaseOrder } from '../../contracts/index.ts';
import { codeOfUnit } from '../orders/unit-of-line.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { echoedParty, echoedReferences, itemNumbers, type Lines, momentIn, noticeDay, orderedLine } from './echo.ts';

/** BSN05 of each layout. */
const structures = { SOPI: '0001', SOIP: '0002', SOI: '0004' } as const;
/** Carriers by the four letters that partners know them with. */
const carrierCodes: Readonly<Record<string, string>> = { ups: 'UPSN', fedex: 'FDEG', usps: 'USPS' };

/** What a shipping notice is made of. */
export interface NoticedShipment {
  partner: Pick<EdiPartner, 'settings'>;
  shipment: TradedShipment;
  order: TradedOrder;
  ordered: EdiPurchaseOrder | undefined;
  /** Of the account: who ships. */
  sender: string;
  timeZone: string;
  now: Date;
}

/** Numbers levels from 1 on, each below the one that holds it. */
class Levels {
  readonly lines: Lines = [];
  count = 0;

  add(parent: number | undefined, code: string, hasChildren: boolean, segments: Lines): number {
    this.count += 1;
    this.lines.push([
      'HL',
      String(this.count),
      parent === undefined ? '' : String(parent),
      code,
      hasChildren ? '1' : '0',
    ]);
    this.lines.push(...segments);
    return this.count;
  }
}

const plain = (value: string): string => decimal(value).toFixed();
const rounded = (value: string): string => decimal(value).round(2).toFixed();

const marks = ({ sscc, trackingNumber }: TradedCase): Lines => [
  ...(sscc ? [['MAN', 'GM', `00${sscc}`]] : []),
  ...(trackingNumber ? [['MAN', 'CP', trackingNumber]] : []),
];

function shipmentLines({ shipment, ordered, sender, timeZone, now }: NoticedShipment): Lines {
  const { cases, carrier, billOfLading, trackingNumber, shipTo } = shipment;
  const weights = cases.flatMap(({ weight }) => weight ?? []);
  const scac =
    carrier && (carrierCodes[carrier.code ?? ''] ?? (/^[A-Z]{2,4}$/.test(carrier.code ?? '') ? carrier.code : ''));
  const left = momentIn(timeZone, shipment.shippedAt ?? now);
  const party = echoedParty(ordered, 'ST');
  return [
    [
      'TD1',
      'CTN25',
      String(cases.length),
      '',
      '',
      '',
      ...(weights.length ? ['G', rounded(sumOf(weights).toFixed()), 'LB'] : []),
    ],
    ...(carrier ? [['TD5', '', scac ? '2' : '', scac ?? '', 'M', carrier.name]] : []),
    ...(billOfLading ? [['REF', 'BM', billOfLading]] : []),
    ...(trackingNumber ? [['REF', 'CN', trackingNumber]] : []),
    ['DTM', '011', left.day],
    ['N1', 'SF', sender],
    ...(party.length
      ? party
      : shipTo
        ? [
            ['N1', 'ST', shipTo.name],
            ...(shipTo.line1 ? [['N3', shipTo.line1, shipTo.line2 ?? '']] : []),
            ...(shipTo.city ? [['N4', shipTo.city, (shipTo.state ?? '').slice(0, 2), shipTo.postalCode ?? '']] : []),
          ]
        : []),
  ];
}

/**
 * The 856 of a shipment, from what lies in its cases and nothing else. The levels below the order are as the partner
 * wants them; HL01 counts from 1 over the whole, CTT01 is their number.
 */
export function shipNotice(noticed: NoticedShipment): Lines {
  const { partner, shipment, order, ordered, timeZone, now } = noticed;
  const { shipNoticeLayout: layout } = partner.settings;
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const item = (line: TradedOrderLine | undefined, sku: string, quantity: string): Lines => {
    const orderLine = orderedLine(ordered, line?.ediLineItemID);
    const number = line?.ediLineItemID ?? '';
    const unit = orderLine?.unit || (line ? codeOfUnit(partner, line.unitID, line.unit) : 'EA');
    return [
      ['LIN', number, ...itemNumbers(orderLine, sku)],
      ['SN1', number, plain(quantity), unit],
    ];
  };
  const levels = new Levels();
  const top = levels.add(undefined, 'S', true, shipmentLines(noticed));
  const parent = levels.add(top, 'O', true, [
    ['PRF', order.customerPO ?? '', '', '', noticeDay(ordered?.orderedOn ?? order.enteredOn)],
    ...echoedReferences(ordered),
    ...echoedParty(ordered, 'BY'),
  ]);
  if (layout === 'SOPI')
    for (const each of shipment.cases) {
      const pack = levels.add(parent, 'P', true, marks(each));
      for (const { orderLineID, sku, quantity } of summed([each]))
        levels.add(pack, 'I', false, item(lines.get(orderLineID), sku, quantity));
    }
  else
    for (const { orderLineID, sku, quantity } of summed(shipment.cases)) {
      const below = layout === 'SOIP' ? shipment.cases.filter((each) => holds(each, orderLineID)) : [];
      const at = levels.add(parent, 'I', below.length > 0, item(lines.get(orderLineID), sku, quantity));
      for (const each of below) levels.add(at, 'P', false, marks(each));
    }
  const { day: today, time } = momentIn(timeZone, now);
  return [
    ['BSN', '00', shipment.number, today, time, structures[layout]],
    ...levels.lines,
    ['CTT', String(levels.count)],
  ];
}

const holds = ({ contents }: TradedCase, orderLineID: string): boolean =>
  contents.some((content) => content.orderLineID === orderLineID);

/** What lies in cases by order line: lots of one line are one item for the partner. */
function summed(cases: readonly TradedCase[]): { orderLineID: string; sku: string; quantity: string }[] {
  const byLine = Map.groupBy(
    cases.flatMap(({ contents }) => contents),
    ({ orderLineID }) => orderLineID,
  );
  return [...byLine].map(([orderLineID, own]) => ({
    orderLineID,
    sku: own[0]?.sku ?? '',
    quantity: sumOf(own.map(({ quantity }) => quantity)).toFixed(),
  }));
}
