import { type AddressSnapshot, decimal } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  type BoughtLabel,
  type CarrierAccess,
  CarrierPort,
  type CarrierQuestion,
  type CarrierRate,
  carrierServiceProblems,
  type LabelOrder,
} from '../../../../contracts/index.ts';
import { countryCodeOf } from '../../../document/addresses/country-code.ts';
import { askProvider, askProviderFor, type ProviderCall } from './provider-client.ts';

const messages = z.array(z.object({ text: z.string() })).nullish();
const rate = z.object({
  object_id: z.string().min(1),
  provider: z.string(),
  amount: z.string().regex(/^\d{1,9}(\.\d{1,4})?$/),
  currency: z.string().length(3),
  servicelevel: z.object({ token: z.string().nullish(), name: z.string().nullish() }),
});
const shipmentAnswer = z.object({ rates: z.array(rate), messages });
const transaction = z.object({
  object_id: z.string().min(1),
  status: z.string(),
  tracking_number: z.string().nullish(),
  label_url: z.string().nullish(),
  metadata: z.string().nullish(),
  messages,
});
type Transaction = z.output<typeof transaction>;
const refund = z.object({ status: z.string(), messages: z.array(z.unknown()).nullish() });

/** Shippo's service levels for the built-in carrier options. For other options the code is the service level. */
const serviceLevels: Readonly<Record<string, string>> = {
  NDA: 'ups_next_day_air',
  SDA: 'ups_second_day_air',
  '03': 'ups_ground',
  TDS: 'ups_3_day_select',
  NDAS: 'ups_next_day_air_saver',
  NDAEAM: 'ups_next_day_air_early_am',
  SDAAM: 'ups_second_day_air_am',
  ES: 'fedex_express_saver',
};

const words = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
/** Default size of an unmeasured parcel in inches. Shippo rates no parcel without a size. */
const usual = '10';

const addressOf = ({ name, line1, line2, city, state, postalCode, country, phone, email }: AddressSnapshot) => ({
  name,
  street1: line1 ?? '',
  street2: line2 ?? '',
  city: city ?? '',
  state: state ?? '',
  zip: postalCode ?? '',
  country: countryCodeOf(country),
  phone: phone ?? '',
  email: email ?? '',
});

const reasonsOf = (messages: { text: string }[] | null | undefined): string =>
  (messages ?? [])
    .map(({ text }) => text)
    .join('; ')
    .slice(0, 300);

/** Rates and labels of any carrier through Shippo (docs.goshippo.com, version 2018-02-08). */
export class ShippoCarrier extends CarrierPort {
  readonly integration = 'shippo' as const;
  readonly #base: string;

  constructor(base: string) {
    super();
    this.#base = base;
  }

  /** Serves parcel carriers, but neither customer pickup nor freight haulers. */
  serves({ code }: { code: string | null }): boolean {
    return !['will_call', 'delivery', 'ltl', 'ltl1', 'freight_collect'].includes(code ?? '');
  }

  async rate(question: CarrierQuestion, access: CarrierAccess): Promise<CarrierRate> {
    const { amount, currency } = await this.#rateOf(question, access);
    return { amount, currency };
  }

  override async quote(order: LabelOrder, access: CarrierAccess): Promise<CarrierRate & { quoteID: string }> {
    const { amount, currency, object_id } = await this.#rateOf(order, access, order.reference);
    return { amount, currency, quoteID: object_id };
  }

  async buy(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel> {
    const { quoteID, reference, format } = order;
    const made = await askProviderFor(
      {
        ...this.#call('/transactions/', access),
        patience: 15_000,
        body: {
          rate: quoteID,
          label_file_type: format === 'zpl' ? 'ZPLII' : 'PNG',
          async: false,
          metadata: reference,
        },
      },
      transaction,
    );
    return this.#bought(made, access);
  }

  async find({ quoteID, reference }: LabelOrder, access: CarrierAccess): Promise<BoughtLabel | undefined> {
    // Shippo buys a label by its quote. Without a quote no label was bought.
    if (!quoteID) return undefined;
    const { results } = await askProviderFor(
      { ...this.#call(`/transactions/?rate=${encodeURIComponent(quoteID)}&results=25`, access), method: 'GET' },
      z.object({ results: z.array(transaction) }),
    );
    const carrierAccount = results.find(
      ({ status, metadata }) => status !== 'ERROR' && (!metadata || metadata === reference),
    );
    return carrierAccount && this.#bought(carrierAccount, access);
  }

  async cancel({ providerID }: { providerID: string }, access: CarrierAccess): Promise<void> {
    const { status } = await askProviderFor(
      { ...this.#call('/refunds/', access), body: { transaction: providerID, async: false } },
      refund,
    );
    if (status === 'ERROR')
      throw carrierServiceProblems.carrier_refused({ message: 'Shippo does not take the label back' });
  }

  #call(path: string, { credentials }: CarrierAccess): ProviderCall {
    return {
      provider: 'Shippo',
      url: `${this.#base}${path}`,
      headers: { authorization: `ShippoToken ${credentials['apiKey']}`, 'shippo-api-version': '2018-02-08' },
    };
  }

  async #rateOf({ carrier, option, from, to, parcel }: CarrierQuestion, access: CarrierAccess, metadata?: string) {
    const { length, width, height, weight } = parcel;
    const answer = await askProviderFor(
      {
        ...this.#call('/shipments/', access),
        body: {
          address_from: addressOf(from),
          address_to: addressOf(to),
          parcels: [
            {
              length: decimal(length ?? usual).toFixed(),
              width: decimal(width ?? usual).toFixed(),
              height: decimal(height ?? usual).toFixed(),
              distance_unit: 'in',
              weight: decimal(weight).toFixed(),
              mass_unit: 'lb',
            },
          ],
          async: false,
          ...(metadata ? { metadata } : {}),
        },
      },
      shipmentAnswer,
    );
    const wanted = option && (serviceLevels[option.code] ?? option.code);
    const [cheapest] = answer.rates
      .filter(({ provider }) => [carrier.code, carrier.name].some((name) => name && words(name) === words(provider)))
      .filter(
        ({ servicelevel: { token, name } }) =>
          !option || token === wanted || (name && words(name) === words(option.name)),
      )
      .sort((left, right) => (decimal(left.amount).lt(decimal(right.amount)) ? -1 : 1));
    if (cheapest) return cheapest;
    const reasons = reasonsOf(answer.messages);
    const service = [carrier.name, option?.name].filter(Boolean).join(' ');
    throw carrierServiceProblems.carrier_refused({
      message: `Shippo has no rate of ${service} for this parcel${reasons && `: ${reasons}`}`,
    });
  }

  async #bought(made: Transaction, access: CarrierAccess): Promise<BoughtLabel> {
    const { object_id, status, tracking_number, label_url } = made;
    if (status === 'ERROR')
      throw carrierServiceProblems.carrier_refused({
        message: `Shippo sells no label: ${reasonsOf(made.messages) || 'no reason'}`,
      });
    if (status !== 'SUCCESS')
      throw carrierServiceProblems.carrier_no_answer({ message: 'Shippo is still making the label', retryAfter: 15 });
    if (!tracking_number || !label_url)
      throw carrierServiceProblems.carrier_answer_unreadable({ message: 'Shippo answers a label without its number' });
    // Labels may come from any external host over HTTPS, but never from an internal address.
    if (!label_url.startsWith('https://') && !label_url.startsWith(`${this.#base}/`))
      throw carrierServiceProblems.carrier_answer_unreadable({
        message: 'Shippo keeps the label at an unsafe address',
      });
    const { bytes, contentType } = await askProvider({
      ...this.#call('', access),
      headers: { accept: '*/*' },
      method: 'GET',
      url: label_url,
    });
    const isZPL = /zpl/i.test(label_url) || new TextDecoder('latin1').decode(bytes.subarray(0, 3)) === '^XA';
    return {
      trackingNumber: tracking_number,
      providerID: object_id,
      cost: null,
      contentType: isZPL ? 'application/zpl' : (pictureType(bytes) ?? contentType.split(';', 1).join('')),
      bytes,
    };
  }
}

/** The type of a picture by its first bytes, because storage servers often send a generic content type. */
function pictureType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === '\u0089PNG') return 'image/png';
  if (start === '%PDF') return 'application/pdf';
  return start === 'GIF8' ? 'image/gif' : undefined;
}
