import {
  booleanText,
  crudEndpoints,
  filterValue,
  idOf,
  namedRecord,
  referencedKind,
  requiredLine,
  singleLine,
  webAddress,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';

/** Id of a carrier in requests. */
export const carrierReference = idOf('car', 'Carrier is required');

/** Id of a carrier option in requests. */
export const carrierOptionReference = idOf('cao', 'Carrier option is required');

/** Reference to carriers. */
export const carrierKind = referencedKind({
  type: 'carrier',
  noun: 'carrier',
  id: carrierReference,
  shown: namedRecord.extend({ code: z.string().nullable() }),
  by: ['name', 'code'],
  isCreatable: true,
  needs: 'carriers:read',
  home: '/dashboard/carriers',
});

/** Reference to services of carriers. */
export const carrierOptionKind = referencedKind({
  type: 'carrier_option',
  record: 'carrier',
  noun: 'carrier option',
  id: carrierOptionReference,
  shown: namedRecord.extend({ code: z.string() }),
  by: ['name', 'code'],
  needs: 'carriers:read',
});

/** Placeholder of the number in a tracking URL: `https://www.ups.com/track?tracknum={trackingNumber}`. */
export const trackingNumberPlace = '{trackingNumber}';

/** Tracking page of a parcel; undefined without a number or a tracking URL of the carrier. */
export const trackingLink = (
  carrier: { trackingUrlTemplate: string | null },
  trackingNumber: string | null | undefined,
): string | undefined =>
  carrier.trackingUrlTemplate && trackingNumber
    ? carrier.trackingUrlTemplate.replaceAll(trackingNumberPlace, encodeURIComponent(trackingNumber))
    : undefined;

const trackingUrlTemplate = singleLine(500).refine(
  (text) =>
    text.includes(trackingNumberPlace) && webAddress.safeParse(text.replaceAll(trackingNumberPlace, '1')).success,
  { error: `Must be a web address that contains ${trackingNumberPlace}` },
);

const code = singleLine(40).regex(/^[a-z0-9][a-z0-9_]*$/, {
  error: 'May hold lowercase letters, digits and underscores',
});

/** Services of a carrier (spec commerce section 3). */
export const carrierOptions = crudEndpoints({
  one: 'CarrierOption',
  many: 'CarrierOptions',
  words: ['carrier option', 'carrier options'],
  path: '/v1/carriers/{carrierID}/options',
  domain: 'carriers',
  row: {
    carrierID: z.string(),
    name: z.string(),
    /** The carrier's code: `NDA`, `03`. Unique within the carrier. */
    code: z.string(),
    /** The code of a built-in option is fixed, because label services and EDI use it (409 `carrier_built_in`). */
    isBuiltIn: z.boolean(),
  },
  sortBy: ['name', 'code', 'createdAt'],
  body: {
    name: requiredLine(100, 'Option name is required'),
    code: requiredLine(40, 'Option code is required'),
  },
});

export const {
  list: listCarrierOptions,
  get: getCarrierOption,
  create: createCarrierOption,
  update: updateCarrierOption,
  remove: deleteCarrierOption,
  createBody: createCarrierOptionBody,
} = carrierOptions;
export type CarrierOption = z.output<typeof carrierOptions.row>;

/** Carriers with their options. The code of a built-in one is fixed, and it is not deleted (409 `carrier_built_in`). */
export const carriers = crudEndpoints({
  one: 'Carrier',
  many: 'Carriers',
  words: ['carrier', 'carriers'],
  path: '/v1/carriers',
  domain: 'carriers',
  prefix: 'car',
  row: {
    name: z.string(),
    /** `ups`, `will_call`; null for a carrier that the account added without a code. */
    code: z.string().nullable(),
    isBuiltIn: z.boolean(),
    trackingUrlTemplate: z.string().nullable(),
    /** By name. */
    options: z.array(carrierOptions.row.pick({ id: true, name: true, code: true, createdAt: true, updatedAt: true })),
  },
  sortBy: ['name', 'code', 'createdAt'],
  filters: { code: filterValue(singleLine(40)), isBuiltIn: booleanText },
  body: {
    name: requiredLine(100, 'Carrier name is required'),
    code: optionalText(code),
    trackingUrlTemplate: optionalText(trackingUrlTemplate),
    options: z.array(createCarrierOptionBody).max(50, { error: 'At most 50 options' }).optional(),
  },
  // Stored options have endpoints of their own.
  fixed: ['options'],
});

export const {
  list: listCarriers,
  get: getCarrier,
  create: createCarrier,
  update: updateCarrier,
  remove: deleteCarrier,
  createBody: createCarrierBody,
} = carriers;
export type Carrier = z.output<typeof carriers.row>;
