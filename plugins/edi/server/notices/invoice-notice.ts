import type { TradedInvoice, TradedInvoiceLine, TradedOrder, TradedShipment } from '@millwright/commerce/contracts';
import { type Big, daysBetween, decimal, sumOf } from '@millwright/core/contracts';
import { type EdiPurchaseOrder, exchangeProblems } from '../../contracts/index.ts';
import { codeOfUnit } from '../orders/unit-of-line.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { echoedParty, echoedReferences, itemNumbers, type Lines, momentIn, noticeDay, orderedLine } from './echo.ts';

/** What an 810 is made of. */
export interface NoticedInvoice {
  partner: Pick<EdiPartner, 'settings'>;
  invoice: TradedInvoice;
  order: TradedOrder | undefined;
  ordered: EdiPurchaseOrder | undefined;
  shipment: TradedShipment | undefined;
  sender: string;
  timeZone: string;
}

const plain = (value: string): string => decimal(value).toFixed();
/** Money with two implied decimals: 253.39 is 25339. */
const cents = (value: Big): string => value.times('100').toFixed(0);

/** What is charged or allowed beside goods: freight D240, tax H750, discount C310, anything else F050. */
const chargeCodes: Readonly<Record<string, string>> = { shipping: 'D240', tax: 'H750', credit: 'C310', return: 'C310' };

const chargeOf = ({ productType, total, description }: TradedInvoiceLine): Lines => {
  const amount = decimal(total);
  if (amount.eq('0')) return [];
  const code = chargeCodes[productType] ?? 'F050';
  return [
    [
      'SAC',
      amount.lt('0') ? 'A' : 'C',
      code,
      '',
      '',
      cents(amount.abs()),
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      description.slice(0, 80),
    ],
  ];
};

/**
 * The 810 of an invoice: line numbers, item numbers and units are those of the partner's order, and the total is that
 * of the lines, charges and allowances to the cent.
 * @throws Problem 409 `document_not_built` where it would not be
 */
export function invoiceNotice({ partner, invoice, order, ordered, shipment, sender, timeZone }: NoticedInvoice): Lines {
  const orderLines = new Map((order?.lines ?? []).map((line) => [line.id, line]));
  const goods = invoice.lines.filter(({ productType }) => productType === 'sale');
  const items = goods.map((line, index): Lines => {
    const salesLine = orderLines.get(line.orderLineID ?? '');
    const orderLine = orderedLine(ordered, salesLine?.ediLineItemID);
    const unit = orderLine?.unit || codeOfUnit(partner, line.unitID, line.unit);
    return [
      [
        'IT1',
        salesLine?.ediLineItemID ?? String(index + 1),
        plain(line.quantity),
        unit,
        plain(line.unitPrice),
        orderLine?.priceBasis ?? '',
        ...itemNumbers(orderLine, line.sku),
      ],
      ...(line.description ? [['PID', 'F', '', '', '', line.description.slice(0, 80)]] : []),
    ];
  });
  const charges = invoice.lines.filter(({ productType }) => productType !== 'sale');
  const discount = decimal(invoice.discount);
  const total = decimal(invoice.total);
  const sum = sumOf(invoice.lines.map((line) => line.total)).minus(discount);
  if (!sum.eq(total))
    throw exchangeProblems.document_not_built({
      message: `Invoice ${invoice.number} is ${total.toFixed(2)}, its lines come to ${sum.toFixed(2)}`,
    });
  const weights = shipment?.cases.flatMap(({ weight }) => weight ?? []) ?? [];
  const left = shipment?.shippedAt && momentIn(timeZone, shipment.shippedAt).day;
  return [
    [
      'BIG',
      noticeDay(invoice.datedOn),
      invoice.number,
      ordered?.orderedOn ? noticeDay(ordered.orderedOn) : '',
      order?.customerPO ?? '',
      '',
      '',
      'DI',
    ],
    ...echoedReferences(ordered),
    ['N1', 'RE', sender],
    ...echoedParty(ordered, 'ST'),
    ['ITD', '01', '3', '', '', '', noticeDay(invoice.dueOn), String(daysBetween(invoice.datedOn, invoice.dueOn))],
    ...(left ? [['DTM', '011', left]] : []),
    ...items.flat(),
    ['TDS', cents(total)],
    ...charges.flatMap(chargeOf),
    ...(discount.gt('0') ? [['SAC', 'A', 'C310', '', '', cents(discount)]] : []),
    ...(shipment
      ? [
          [
            'ISS',
            String(shipment.cases.length),
            'CT',
            ...(weights.length ? [sumOf(weights).round(2).toFixed(), 'LB'] : []),
          ],
        ]
      : []),
    ['CTT', String(goods.length)],
  ];
}
