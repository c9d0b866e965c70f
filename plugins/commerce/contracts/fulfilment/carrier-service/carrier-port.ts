import type { AddressSnapshot, IntegrationCode } from '@millwright/core/contracts';

/** One parcel; pounds and inches as decimal texts. */
export interface ServedParcel {
  weight: string;
  length: string | null;
  width: string | null;
  height: string | null;
}

/** What is asked of a carrier: one parcel, from here to there, by one of its services. */
export interface CarrierQuestion {
  carrier: { name: string; code: string | null };
  /** A service of the carrier by its code (`NDA`, `03`); null leaves it to the carrier. */
  option: { name: string; code: string } | null;
  from: AddressSnapshot;
  to: AddressSnapshot;
  parcel: ServedParcel;
}

/** What a carrier takes, as a decimal text. */
export interface CarrierRate {
  amount: string;
  /** ISO 4217. */
  currency: string;
}

/** How labels come: `pdf` for any printer (as a picture, one page each), `zpl` for label printers. */
export const carrierLabelFormats = ['pdf', 'zpl'] as const;
export type CarrierLabelFormat = (typeof carrierLabelFormats)[number];

/** A label to be bought. */
export interface LabelOrder extends CarrierQuestion {
  /** Our name of this label at the provider: a label that was bought can be found by it again. */
  reference: string;
  format: CarrierLabelFormat;
  /** What `quote` answered for it; null before. */
  quoteID: string | null;
}

/** A label that was bought. */
export interface BoughtLabel {
  trackingNumber: string;
  /** How the provider names it. */
  providerID: string;
  /** Null where the provider does not say; then what was quoted counts. */
  cost: CarrierRate | null;
  /** `image/gif`, `image/png`, `application/pdf` or `application/zpl`. */
  contentType: string;
  bytes: Uint8Array;
}

/** The opened credentials of an integration. */
export interface CarrierAccess {
  integrationID: string;
  /** Of the account, ISO 4217. */
  currency: string;
  credentials: Readonly<Record<string, string>>;
}

/**
 * A provider of rates and labels. Any plugin may contribute one. None is ever called inside a transaction; each throws
 * the problems of `carrierServiceProblems` and nothing else.
 */
export abstract class CarrierPort {
  /** The kind of integration whose credentials it takes. */
  abstract readonly integration: IntegrationCode;

  /** Whether it has rates and labels of this carrier. */
  abstract serves(carrier: { name: string; code: string | null }): boolean;

  /** What the carrier takes for a parcel. */
  abstract rate(question: CarrierQuestion, access: CarrierAccess): Promise<CarrierRate>;

  /** Prepares a purchase where the provider sells what it has quoted; buys nothing. */
  quote?(order: LabelOrder, access: CarrierAccess): Promise<CarrierRate & { quoteID: string }>;

  /** Buys a label. After an answer that did not come it is not called again before `find`. */
  abstract buy(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel>;

  /** The label that was bought under this reference; undefined where none was. */
  abstract find(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel | undefined>;

  /** Gives a label back that was not used. */
  abstract cancel(label: { providerID: string; trackingNumber: string }, access: CarrierAccess): Promise<void>;
}
