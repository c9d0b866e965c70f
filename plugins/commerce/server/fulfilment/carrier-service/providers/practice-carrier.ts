import { decimal, roundMoney } from '@millwright/core/contracts';
import { refuseInTransaction } from '@millwright/core/server';
import {
  type BoughtLabel,
  type CarrierAccess,
  CarrierPort,
  type CarrierQuestion,
  type CarrierRate,
  type LabelOrder,
} from '../../../../contracts/index.ts';

/** Price factor of each service compared with ground. */
const factors: Readonly<Record<string, string>> = {
  NDA: '4.2',
  NDAS: '3.8',
  NDAEAM: '5.1',
  SDA: '2.4',
  SDAAM: '2.9',
  TDS: '1.7',
  ES: '1.9',
};

const title = 'PRACTICE CARRIER - NOT FOR SHIPPING';

/** A text without the characters that ZPL reads as commands. */
const plain = (text: string): string => text.replaceAll(/[^\w .,:-]/g, ' ');

/**
 * A carrier for practice: it rates by weight and makes labels that no carrier accepts. It calls no external service and
 * always answers the same label for the same reference.
 */
export class PracticeCarrier extends CarrierPort {
  readonly integration = 'practice_carrier' as const;

  serves({ code }: { code: string | null }): boolean {
    return !['will_call', 'delivery', 'ltl', 'ltl1', 'freight_collect'].includes(code ?? '');
  }

  async rate({ option, parcel }: CarrierQuestion, { currency }: CarrierAccess): Promise<CarrierRate> {
    refuseInTransaction('The practice carrier');
    const ground = decimal('6.4').plus(decimal('0.55').times(decimal(parcel.weight)));
    const amount = roundMoney(ground.times(factors[option?.code ?? ''] ?? '1'));
    return { amount: amount.toFixed(2), currency };
  }

  async buy(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel> {
    const { reference, format, to } = order;
    const number = `PRACTICE${reference.slice(-12).toUpperCase()}`;
    const cost = await this.rate(order, access);
    if (format === 'zpl') {
      const lines = [title, plain(to.name), plain([to.city, to.state, to.postalCode].filter(Boolean).join(' '))];
      const zpl = [
        '^XA^CI28^PW812^LL1218',
        ...lines.map((line, index) => `^FO40,${60 + index * 60}^A0N,34,34^FD${line}^FS`),
        `^FO120,420^BY2^BCN,260,Y,N,N,A^FD${number}^FS`,
        '^XZ',
      ].join('\n');
      return {
        trackingNumber: number,
        providerID: reference,
        cost,
        contentType: 'application/zpl',
        bytes: Buffer.from(zpl),
      };
    }
    const { toBuffer } = await import('bwip-js/node');
    const bytes = await toBuffer({
      bcid: 'code128',
      text: number,
      alttext: `${title}  ${number}`,
      includetext: true,
      textsize: 7,
      scale: 4,
      height: 40,
      padding: 12,
      backgroundcolor: 'FFFFFF',
    });
    return { trackingNumber: number, providerID: reference, cost, contentType: 'image/png', bytes };
  }

  find(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel> {
    return this.buy(order, access);
  }

  async cancel(): Promise<void> {
    refuseInTransaction('The practice carrier');
  }
}
