import type { TradedOrder } from '@millwright/commerce/contracts';
import { decimal } from '@millwright/core/contracts';
import { decimalText, type EdiPurchaseOrder } from '../../contracts/index.ts';
import { codeOfUnit } from '../orders/unit-of-line.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { echoedParty, echoedReferences, itemNumbers, type Lines, noticeDay, orderedLine } from './echo.ts';

const plain = (value: string): string => decimal(value).toFixed();
const differs = (theirs: string, ours: string): boolean => {
  const text = decimalText(theirs);
  return text !== undefined && !decimal(text).eq(decimal(ours));
};

/**
 * The 855 of an order: each line as it was ordered, and what becomes of it. IA accepted, IQ another quantity, IP
 * another price, ID taken out.
 */
export function orderAcknowledgment(
  partner: Pick<EdiPartner, 'settings'>,
  order: TradedOrder,
  ordered: EdiPurchaseOrder | undefined,
  today: string,
): Lines {
  const sale = order.lines.filter(({ productType }) => productType === 'sale');
  let isChanged = false;
  const promised = order.promisedAt ? ['068', noticeDay(order.promisedAt)] : [];
  const lineSegments = sale.map((line, index): Lines => {
    const orderLine = orderedLine(ordered, line.ediLineItemID);
    const unit = orderLine?.unit || codeOfUnit(partner, line.unitID, line.unit);
    const code =
      orderLine && differs(orderLine.quantity, line.quantity)
        ? 'IQ'
        : orderLine?.price && differs(orderLine.price, line.unitPrice)
          ? 'IP'
          : 'IA';
    isChanged ||= code !== 'IA' || (ordered !== undefined && !orderLine);
    const quantity = plain(line.quantity);
    const number = line.ediLineItemID ?? String(index + 1);
    return [
      [
        'PO1',
        number,
        quantity,
        unit,
        plain(line.unitPrice),
        orderLine?.priceBasis ?? '',
        ...itemNumbers(orderLine, line.sku),
      ],
      ['ACK', code, quantity, unit, ...promised],
    ];
  });
  const gone = (ordered?.lines ?? []).filter(
    ({ number }) => !order.lines.some(({ ediLineItemID }) => ediLineItemID === number),
  );
  isChanged ||= gone.length > 0;
  const dropped = gone.flatMap(
    (line): Lines => [
      ['PO1', line.number, line.quantity, line.unit, line.price, line.priceBasis, ...itemNumbers(line, '')],
      ['ACK', 'ID', line.quantity, line.unit],
    ],
  );
  return [
    ...heading(
      isChanged ? 'AC' : 'AD',
      order.customerPO ?? '',
      ordered?.orderedOn ?? order.enteredOn,
      order.number,
      today,
    ),
    ...echoedReferences(ordered),
    ...echoedParty(ordered, 'ST'),
    ...lineSegments.flat(),
    ...dropped,
    ['CTT', String(sale.length + gone.length)],
  ];
}

const heading = (code: string, customerPO: string, orderedOn: string, number: string, today: string): Lines => [
  ['BAK', '00', code, customerPO, noticeDay(orderedOn), '', '', '', number, noticeDay(today)],
];

/** The 855 that refuses an order: nothing of it was taken over. */
export const orderRejection = (ordered: EdiPurchaseOrder, note: string | null, today: string): Lines => [
  ...heading('RD', ordered.number, ordered.orderedOn ?? today, '', today),
  ...echoedReferences(ordered),
  ...(note
    ? [
        ['N9', 'ZZ', 'REASON'],
        ['MSG', note.replaceAll(/\s+/g, ' ').slice(0, 264)],
      ]
    : []),
  ...echoedParty(ordered, 'ST'),
  ...ordered.lines.flatMap(
    (line): Lines => [
      ['PO1', line.number, line.quantity, line.unit, line.price, line.priceBasis, ...itemNumbers(line, '')],
      ['ACK', 'IR', line.quantity, line.unit],
    ],
  ),
  ['CTT', String(ordered.lines.length)],
];
