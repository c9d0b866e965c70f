import { randomUUID } from 'node:crypto';
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
  type ServedParcel,
} from '../../../../contracts/index.ts';
import { countryCodeOf } from '../../../document/addresses/country-code.ts';
import { askProvider, askProviderFor, type ProviderCall } from './provider-client.ts';

/** UPS answers a single object instead of an array of one. */
const oneOrMany = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.tuple([shape], shape));

const charge = z.object({
  MonetaryValue: z.string().regex(/^\d{1,9}(\.\d{1,4})?$/),
  CurrencyCode: z.string().length(3),
});
const charges = z.object({
  TotalCharges: charge.optional(),
  NegotiatedRateCharges: z.object({ TotalCharge: charge }).optional(),
});

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const rateAnswer = z.object({ RateResponse: z.object({ RatedShipment: oneOrMany(charges) }) });
const image = z.object({ ImageFormat: z.object({ Code: z.string() }), GraphicImage: z.string().min(1) });
const shipAnswer = z.object({
  ShipmentResponse: z.object({
    ShipmentResults: z.object({
      ShipmentIdentificationNumber: z.string().min(1),
      NegotiatedRateCharges: z.object({ TotalCharge: charge }).optional(),
      ShipmentCharges: z.object({ TotalCharges: charge }).optional(),
      PackageResults: oneOrMany(z.object({ TrackingNumber: z.string().min(1), ShippingLabel: image })),
    }),
  }),
});
const recoveryAnswer = z.object({
  LabelRecoveryResponse: z.object({
    ShipmentIdentificationNumber: z.string().min(1),
    LabelResults: oneOrMany(
      z.object({
        TrackingNumber: z.string().min(1),
        LabelImage: z.object({ LabelImageFormat: z.object({ Code: z.string() }), GraphicImage: z.string().min(1) }),
      }),
    ),
  }),
});

/** UPS codes of services that have a different code here. */
const services: Readonly<Record<string, string>> = {
  NDA: '01',
  SDA: '02',
  '03': '03',
  TDS: '12',
  NDAS: '13',
  NDAEAM: '14',
  SDAAM: '59',
};

const rateOf = ({ TotalCharges, NegotiatedRateCharges }: z.output<typeof charges>): CarrierRate | null => {
  const found = NegotiatedRateCharges?.TotalCharge ?? TotalCharges;
  return found ? { amount: found.MonetaryValue, currency: found.CurrencyCode } : null;
};

const addressOf = ({ line1, line2, city, state, postalCode, country }: AddressSnapshot) => ({
  AddressLine: [line1, line2].filter((line): line is string => Boolean(line)).map((line) => line.slice(0, 35)),
  City: (city ?? '').slice(0, 30),
  StateProvinceCode: state ?? '',
  PostalCode: postalCode ?? '',
  CountryCode: countryCodeOf(country),
});

const partyOf = (address: AddressSnapshot) => ({
  Name: address.name.slice(0, 35),
  AttentionName: address.name.slice(0, 35),
  ...(address.phone ? { Phone: { Number: address.phone.replaceAll(/\D/g, '').slice(0, 15) } } : {}),
  Address: addressOf(address),
});

const shown = (text: string): string => decimal(text).toFixed();

const packageOf = ({ weight, length, width, height }: ServedParcel) => ({
  ...(length && width && height
    ? {
        Dimensions: {
          UnitOfMeasurement: { Code: 'IN' },
          Length: shown(length),
          Width: shown(width),
          Height: shown(height),
        },
      }
    : {}),
  PackageWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: shown(weight) },
});

const types: Readonly<Record<string, string>> = { GIF: 'image/gif', PNG: 'image/png', ZPL: 'application/zpl' };

function labelOf(format: string, base64: string): Pick<BoughtLabel, 'contentType' | 'bytes'> {
  const contentType = types[format.toUpperCase()];
  const bytes = Buffer.from(base64, 'base64');
  if (!contentType || !bytes.length)
    throw carrierServiceProblems.carrier_answer_unreadable({ message: `UPS answers a label of the kind ${format}` });
  return { contentType, bytes };
}

/** Rates and labels of UPS (github.com/UPS-API/api-documentation): one UPS shipment per parcel. */
export class UPSCarrier extends CarrierPort {
  readonly integration = 'ups' as const;
  readonly #base: string;
  /** Tokens by integration. Calls during a token request share it. */
  readonly #tokens = new Map<string, { secret: string; until: number; token: Promise<string> }>();

  constructor(base: string) {
    super();
    this.#base = base;
  }

  serves({ code }: { code: string | null }): boolean {
    return code === 'ups';
  }

  async rate(question: CarrierQuestion, access: CarrierAccess): Promise<CarrierRate> {
    const body = {
      RateRequest: {
        Request: { RequestOption: 'Rate' },
        Shipment: {
          ...this.#shipmentOf(question, access),
          PaymentDetails: { ShipmentCharge: [this.#payment(access)] },
          ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
          NumOfPieces: '1',
          Package: { PackagingType: { Code: '02' }, ...packageOf(question.parcel) },
        },
      },
    };
    const path = '/api/rating/v2409/Rate';
    const answer = await this.#ask(access, (headers) => askProviderFor(this.#call(path, headers, body), rateAnswer));
    const rate = rateOf(answer.RateResponse.RatedShipment[0]);
    if (!rate)
      throw carrierServiceProblems.carrier_answer_unreadable({ message: 'UPS answers a rate without an amount' });
    return rate;
  }

  async buy(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel> {
    const body = {
      ShipmentRequest: {
        Request: { RequestOption: 'nonvalidate' },
        Shipment: {
          ...this.#shipmentOf(order, access),
          Description: 'Goods',
          PaymentInformation: { ShipmentCharge: this.#payment(access) },
          ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
          Package: {
            Description: 'Goods',
            Packaging: { Code: '02' },
            ReferenceNumber: { Value: order.reference },
            ...packageOf(order.parcel),
          },
        },
        LabelSpecification: this.#labelSpecification(order),
      },
    };
    const { ShipmentResponse } = await this.#ask(access, (headers) =>
      askProviderFor({ ...this.#call('/api/shipments/v2409/ship', headers, body), patience: 15_000 }, shipAnswer),
    );
    const { ShipmentIdentificationNumber, PackageResults, ...results } = ShipmentResponse.ShipmentResults;
    const [parcel] = PackageResults;
    return {
      trackingNumber: parcel.TrackingNumber,
      providerID: ShipmentIdentificationNumber,
      cost: rateOf({
        NegotiatedRateCharges: results.NegotiatedRateCharges,
        TotalCharges: results.ShipmentCharges?.TotalCharges,
      }),
      ...labelOf(parcel.ShippingLabel.ImageFormat.Code, parcel.ShippingLabel.GraphicImage),
    };
  }

  async find(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel | undefined> {
    const body = {
      LabelRecoveryRequest: {
        LabelSpecification: this.#labelSpecification(order),
        ReferenceValues: {
          ReferenceNumber: { Value: order.reference },
          ShipperNumber: access.credentials['accountNumber'],
        },
      },
    };
    try {
      const { LabelRecoveryResponse } = await this.#ask(access, (headers) =>
        askProviderFor(this.#call('/api/labels/v1/recovery', headers, body), recoveryAnswer),
      );
      const [label] = LabelRecoveryResponse.LabelResults;
      return {
        trackingNumber: label.TrackingNumber,
        providerID: LabelRecoveryResponse.ShipmentIdentificationNumber,
        cost: null,
        ...labelOf(label.LabelImage.LabelImageFormat.Code, label.LabelImage.GraphicImage),
      };
    } catch (error) {
      // UPS has no label with this reference.
      if ((error as { code?: string }).code === 'carrier_refused') return undefined;
      throw error;
    }
  }

  async cancel({ providerID }: { providerID: string }, access: CarrierAccess): Promise<void> {
    const path = `/api/shipments/v2409/void/cancel/${encodeURIComponent(providerID)}`;
    await this.#ask(access, (headers) =>
      askProvider({ provider: 'UPS', method: 'DELETE', url: `${this.#base}${path}`, headers }),
    );
  }

  #shipmentOf({ carrier, option, from, to }: CarrierQuestion, { credentials }: CarrierAccess) {
    const Code = services[option?.code ?? '03'];
    if (!Code)
      throw carrierServiceProblems.carrier_refused({
        message: `UPS has no service ${option?.name} of ${carrier.name}`,
      });
    return {
      Shipper: { ...partyOf(from), ShipperNumber: credentials['accountNumber'] },
      ShipTo: partyOf(to),
      ShipFrom: partyOf(from),
      Service: { Code },
    };
  }

  #payment({ credentials }: CarrierAccess) {
    return { Type: '01', BillShipper: { AccountNumber: credentials['accountNumber'] } };
  }

  #labelSpecification({ format }: LabelOrder) {
    return {
      LabelImageFormat: { Code: format === 'zpl' ? 'ZPL' : 'GIF' },
      LabelStockSize: { Height: '6', Width: '4' },
    };
  }

  #call(path: string, headers: Record<string, string>, body: unknown): ProviderCall {
    return { provider: 'UPS', url: `${this.#base}${path}`, headers, body };
  }

  /** A call with a token. If the token has just expired, the call is repeated once with a new one. */
  async #ask<T>(access: CarrierAccess, call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
    const attempt = async (): Promise<T> =>
      call({
        authorization: `Bearer ${await this.#token(access)}`,
        transId: randomUUID().replaceAll('-', ''),
        transactionSrc: 'millwright',
      });
    const wasKnown = this.#tokens.has(access.integrationID);
    try {
      return await attempt();
    } catch (error) {
      if ((error as { code?: string }).code !== 'carrier_credentials_refused') throw error;
      this.#tokens.delete(access.integrationID);
      if (!wasKnown) throw error;
      return attempt();
    }
  }

  #token({ integrationID, credentials }: CarrierAccess): Promise<string> {
    const secret = `${credentials['clientId']}:${credentials['clientSecret']}`;
    const known = this.#tokens.get(integrationID);
    if (known && known.secret === secret && known.until > Date.now()) return known.token;
    const newToken = this.#newToken(secret, credentials);
    const kept = { secret, until: Date.now() + 30_000, token: newToken.then(({ token }) => token) };
    this.#tokens.set(integrationID, kept);
    newToken.then(
      ({ seconds }) => {
        // Renewed a minute before it expires.
        kept.until = Date.now() + Math.max(0, seconds - 60) * 1000;
      },
      () => {
        if (this.#tokens.get(integrationID) === kept) this.#tokens.delete(integrationID);
      },
    );
    return kept.token;
  }

  async #newToken(secret: string, credentials: Readonly<Record<string, string>>) {
    const { access_token, expires_in } = await askProviderFor(
      {
        provider: 'UPS',
        url: `${this.#base}/security/v1/oauth/token`,
        headers: {
          authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          'x-merchant-id': credentials['accountNumber'] ?? '',
        },
        body: 'grant_type=client_credentials',
      },
      tokenAnswer,
    );
    return { token: access_token, seconds: expires_in };
  }
}
