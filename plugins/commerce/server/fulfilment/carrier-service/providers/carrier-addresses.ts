import { z } from 'zod';

/** Installation settings: base URLs of the carrier APIs. */
export const carrierConfig = z.object({
  UPS_URL: z.url({ protocol: /^https?$/ }).default('https://onlinetools.ups.com'),
  SHIPPO_URL: z.url({ protocol: /^https?$/ }).default('https://api.goshippo.com'),
});

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** Base URLs of the carrier APIs. */
export class CarrierAddresses {
  readonly ups: string;
  readonly shippo: string;

  constructor({ UPS_URL, SHIPPO_URL }: z.output<typeof carrierConfig>) {
    this.ups = withoutSlash(UPS_URL);
    this.shippo = withoutSlash(SHIPPO_URL);
  }
}
