import type { TradedOrder } from '@millwright/commerce/contracts';
import { decimal } from '@millwright/core/contracts';
import type { OrderChange } from '../orders/order-change.ts';
import { codeOfUnit } from '../orders/unit-of-line.ts';
import type { EdiPartner } from '../partner/partner.entity.ts';
import { itemNumbers, type Lines, noticeDay } from './echo.ts';

interface Decision {
  isAccepted: boolean;
  note: string | null;
  /** CCYYMMDD. */
  today: string;
}

/**
 * The 865 that answers an 860: each line that was to change, with what the order has now. IA accepted, ID taken out, IR
 * refused.
 */
export function changeAcknowledgment(
  partner: Pick<EdiPartner, 'settings'>,
  change: OrderChange,
  order: TradedOrder | undefined,
  { isAccepted, note, today }: Decision,
): Lines {
  const lines = change.changes.flatMap(({ code, line }): Lines => {
    const salesLine = isAccepted ? order?.lines.find(({ ediLineItemID }) => ediLineItemID === line.number) : undefined;
    const quantity = salesLine ? decimal(salesLine.quantity).toFixed() : line.quantity;
    const unit = line.unit || (salesLine ? codeOfUnit(partner, salesLine.unitID, salesLine.unit) : '');
    const price = salesLine ? decimal(salesLine.unitPrice).toFixed() : line.price;
    const numbers = itemNumbers(line, salesLine?.sku ?? '');
    return [
      ['POC', line.number, code, quantity, '', unit, price, line.priceBasis, ...(numbers[1] ? numbers : [])],
      ['ACK', isAccepted ? (salesLine ? 'IA' : 'ID') : 'IR', quantity, unit],
    ];
  });
  const orderedOn = change.orderedOn ?? order?.enteredOn;
  return [
    [
      ...[
        'BCA',
        '00',
        isAccepted ? 'AC' : 'RJ',
        change.number,
        '',
        change.sequence,
        orderedOn ? noticeDay(orderedOn) : '',
      ],
      ...['', '', order?.number ?? '', today],
    ],
    ...(note
      ? [
          ['N9', 'ZZ', 'REASON'],
          ['MSG', note.replaceAll(/\s+/g, ' ').slice(0, 264)],
        ]
      : []),
    ...lines,
    ['CTT', String(change.changes.length)],
  ];
}
