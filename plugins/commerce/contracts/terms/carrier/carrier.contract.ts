import {
  booleanText,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  namedRecord,
  noContent,
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

/** Carriers as others refer to them. */
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

/** Services of carriers as others refer to them. */
export const carrierOptionKind = referencedKind({
  type: 'carrier_option',
  record: 'carrier',
  noun: 'carrier option',
  id: carrierOptionReference,
  shown: namedRecord.extend({ code: z.string() }),
  by: ['name', 'code'],
  needs: 'carriers:read',
});

/** What a tracking number is put into: `https://www.ups.com/track?tracknum={trackingNumber}`. */
export const trackingNumberPlace = '{trackingNumber}';

/** The page that shows where a parcel is; undefined where the carrier has none or there is no number. */
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

/** A service of a carrier (spec commerce section 3). */
export const carrierOption = z.object({
  /** `cao_...` */
  id: z.string(),
  carrierID: z.string(),
  name: z.string(),
  /** As the carrier calls it: `NDA`, `03`. Unique within the carrier. */
  code: z.string(),
  /** Built-in options keep their code, which label services and EDI rely on. */
  isBuiltIn: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CarrierOption = z.output<typeof carrierOption>;

/** A carrier with its options by name. */
export const carrier = z.object({
  /** `car_...` */
  id: z.string(),
  name: z.string(),
  /** `ups`, `will_call`; null for carriers that the account added without one. */
  code: z.string().nullable(),
  isBuiltIn: z.boolean(),
  trackingUrlTemplate: z.string().nullable(),
  options: z.array(carrierOption.pick({ id: true, name: true, code: true, createdAt: true, updatedAt: true })),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Carrier = z.output<typeof carrier>;

const name = requiredLine(100, 'Carrier name is required');
const code = singleLine(40).regex(/^[a-z0-9][a-z0-9_]*$/, {
  error: 'May hold lowercase letters, digits and underscores',
});
const optionName = requiredLine(100, 'Option name is required');
const optionCode = requiredLine(40, 'Option code is required');

/** An option in requests. */
export const createCarrierOptionBody = z.strictObject({ name: optionName, code: optionCode });
export type CreateCarrierOptionInput = z.output<typeof createCarrierOptionBody>;

/** Body of `updateCarrierOption`. */
export const updateCarrierOptionBody = z.strictObject({
  name: optionName.optional(),
  code: optionCode.optional(),
  version: z.int().optional(),
});
export type UpdateCarrierOptionInput = z.output<typeof updateCarrierOptionBody>;

/** Body of `createCarrier`; options may come along. */
export const createCarrierBody = z.strictObject({
  name,
  code: optionalText(code),
  trackingUrlTemplate: optionalText(trackingUrlTemplate),
  options: z.array(createCarrierOptionBody).max(50, { error: 'At most 50 options' }).optional(),
});
export type CreateCarrierInput = z.output<typeof createCarrierBody>;

/** Body of `updateCarrier`; options have their own calls. */
export const updateCarrierBody = z.strictObject({
  name: name.optional(),
  code: optionalText(code),
  trackingUrlTemplate: optionalText(trackingUrlTemplate),
  version: z.int().optional(),
});
export type UpdateCarrierInput = z.output<typeof updateCarrierBody>;

/** Carriers by name. */
export const listCarriers = endpoint({
  name: 'listCarriers',
  method: 'GET',
  path: '/v1/carriers',
  permission: 'carriers:read',
  summary: 'Lists carriers with their options.',
  query: listQuery({
    sortBy: ['name', 'code', 'createdAt'],
    filters: { code: filterValue(singleLine(40)), isBuiltIn: booleanText },
  }),
  reply: listOf(carrier),
});

/** One carrier. */
export const getCarrier = endpoint({
  name: 'getCarrier',
  method: 'GET',
  path: '/v1/carriers/{carrierID}',
  permission: 'carriers:read',
  summary: 'Reads a carrier with its options.',
  reply: carrier,
});

/** Adds a carrier; a name or code that exists is 409 `duplicate`. */
export const createCarrier = endpoint({
  name: 'createCarrier',
  method: 'POST',
  path: '/v1/carriers',
  permission: 'carriers:create',
  summary: 'Creates a carrier.',
  body: createCarrierBody,
  reply: carrier,
});

/** Changes a carrier; the code of a built-in one is fixed (409 `carrier_built_in`). */
export const updateCarrier = endpoint({
  name: 'updateCarrier',
  method: 'PATCH',
  path: '/v1/carriers/{carrierID}',
  permission: 'carriers:update',
  summary: 'Changes a carrier.',
  body: updateCarrierBody,
  reply: carrier,
});

/** Deletes a carrier and its options; 409 `in_use` naming what refers, 409 `carrier_built_in` for a built-in one. */
export const deleteCarrier = endpoint({
  name: 'deleteCarrier',
  method: 'DELETE',
  path: '/v1/carriers/{carrierID}',
  permission: 'carriers:delete',
  summary: 'Deletes a carrier with its options.',
  reply: noContent,
});

/** Options of a carrier by name. */
export const listCarrierOptions = endpoint({
  name: 'listCarrierOptions',
  method: 'GET',
  path: '/v1/carriers/{carrierID}/options',
  permission: 'carriers:read',
  summary: 'Lists the options of a carrier.',
  query: listQuery({ sortBy: ['name', 'code', 'createdAt'] }),
  reply: listOf(carrierOption),
});

/** One option of a carrier. */
export const getCarrierOption = endpoint({
  name: 'getCarrierOption',
  method: 'GET',
  path: '/v1/carriers/{carrierID}/options/{carrierOptionID}',
  permission: 'carriers:read',
  summary: 'Reads an option of a carrier.',
  reply: carrierOption,
});

/** Adds an option; a code that the carrier has already is 409 `duplicate`. */
export const createCarrierOption = endpoint({
  name: 'createCarrierOption',
  method: 'POST',
  path: '/v1/carriers/{carrierID}/options',
  permission: 'carriers:create',
  summary: 'Creates an option of a carrier.',
  body: createCarrierOptionBody,
  reply: carrierOption,
});

/** Changes an option; the code of a built-in one is fixed (409 `carrier_built_in`). */
export const updateCarrierOption = endpoint({
  name: 'updateCarrierOption',
  method: 'PATCH',
  path: '/v1/carriers/{carrierID}/options/{carrierOptionID}',
  permission: 'carriers:update',
  summary: 'Changes an option of a carrier.',
  body: updateCarrierOptionBody,
  reply: carrierOption,
});

/** Deletes an option; 409 `in_use` naming what refers, 409 `carrier_built_in` for a built-in one. */
export const deleteCarrierOption = endpoint({
  name: 'deleteCarrierOption',
  method: 'DELETE',
  path: '/v1/carriers/{carrierID}/options/{carrierOptionID}',
  permission: 'carriers:delete',
  summary: 'Deletes an option of a carrier.',
  reply: noContent,
});
