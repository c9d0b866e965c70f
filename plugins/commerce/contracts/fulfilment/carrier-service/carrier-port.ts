import type { AddressSnapshot, IntegrationCode } from '@millwright/core/contracts';

/** One parcel; weight in pounds and measures in inches, as decimal texts. */
export interface ServedParcel {
  weight: string;
  length: string | null;
  width: string | null;
  height: string | null;
}

/** A request to a carrier: one parcel, sender and recipient, and the service. */
export interface CarrierQuestion {
  carrier: { name: string; code: string | null };
  /** A service of the carrier by its code (`NDA`, `03`); null lets the carrier choose. */
  option: { name: string; code: string } | null;
  from: AddressSnapshot;
  to: AddressSnapshot;
  parcel: ServedParcel;
}

/** The carrier's charge, as decimal text. */
export interface CarrierRate {
  amount: string;
  /** ISO 4217. */
  currency: string;
}

/** Label formats: `pdf` for any printer (as an image, one page each), `zpl` for label printers. */
export const carrierLabelFormats = ['pdf', 'zpl'] as const;
export type CarrierLabelFormat = (typeof carrierLabelFormats)[number];

/** An order for a label. */
export interface LabelOrder extends CarrierQuestion {
  /** Our reference for the label at the provider, by which a bought label can be found again. */
  reference: string;
  format: CarrierLabelFormat;
  /** Id from `quote`; null before. */
  quoteID: string | null;
}

/** A bought label. */
export interface BoughtLabel {
  trackingNumber: string;
  /** The provider's id. */
  providerID: string;
  /** Null if the provider does not tell; then the quoted cost is used. */
  cost: CarrierRate | null;
  /** `image/gif`, `image/png`, `application/pdf` or `application/zpl`. */
  contentType: string;
  bytes: Uint8Array;
}

/** Decrypted credentials of an integration. */
export interface CarrierAccess {
  integrationID: string;
  /** Currency of the account, ISO 4217. */
  currency: string;
  credentials: Readonly<Record<string, string>>;
}

/**
 * A provider of rates and labels; any plugin may contribute one. Never called inside a transaction. Throws only
 * problems of `carrierServiceProblems`.
 */
export abstract class CarrierPort {
  /** Kind of the integration with its credentials. */
  abstract readonly integration: IntegrationCode;

  /** Whether it has rates and labels of this carrier. */
  abstract serves(carrier: { name: string; code: string | null }): boolean;

  /** The carrier's rate for a parcel. */
  abstract rate(question: CarrierQuestion, access: CarrierAccess): Promise<CarrierRate>;

  /** Prepares a purchase for providers that sell quoted labels; buys nothing. */
  quote?(order: LabelOrder, access: CarrierAccess): Promise<CarrierRate & { quoteID: string }>;

  /** Buys a label. After a call without an answer, `find` is called before it is called again. */
  abstract buy(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel>;

  /** The label that was bought under this reference; undefined if none was. */
  abstract find(order: LabelOrder, access: CarrierAccess): Promise<BoughtLabel | undefined>;

  /** Returns an unused label. */
  abstract cancel(label: { providerID: string; trackingNumber: string }, access: CarrierAccess): Promise<void>;
}
