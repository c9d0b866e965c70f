import {
  booleanText,
  crudEndpoints,
  idOf,
  noteText,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Issuer of a location code (N103): the buyer, the seller, GS1, Dun & Bradstreet. */
export const locationQualifiers = ['92', '91', 'UL', '9', '1'] as const;
export type LocationQualifier = (typeof locationQualifiers)[number];
export const locationQualifierNames: Readonly<Record<LocationQualifier, string>> = {
  '92': 'Assigned by the buyer (92)',
  '91': 'Assigned by the seller (91)',
  UL: 'GLN (UL)',
  '9': 'DUNS with suffix (9)',
  '1': 'DUNS (1)',
};

const line = (length: number) =>
  singleLine(length)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** A distribution center or store, as a trading partner names it in orders. */
export const dcLocations = crudEndpoints({
  one: 'DcLocation',
  many: 'DcLocations',
  words: ['DC location', 'DC locations'],
  path: '/v1/dc-locations',
  domain: 'dc_locations',
  prefix: 'dcl',
  row: {
    name: z.string(),
    customer: z.object({ id: z.string(), name: z.string() }),
    qualifier: z.enum(locationQualifiers),
    /** Text, because leading zeros count. */
    code: z.string(),
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string(),
    receivingHours: z.string().nullable(),
    notes: z.string().nullable(),
    isActive: z.boolean(),
  },
  sortBy: ['code', 'name', 'city', 'state', 'createdAt'],
  filters: { customerIDs: repeated(z.string()), isActive: booleanText },
  body: {
    customerID: idOf('cus', 'Customer is required'),
    name: requiredLine(200, 'Name is required'),
    qualifier: z.enum(locationQualifiers, { error: 'Must be one of the known qualifiers' }).optional(),
    code: requiredLine(80, 'Code is required'),
    line1: line(200),
    line2: line(200),
    city: line(100),
    state: line(100),
    postalCode: line(20),
    country: singleLine(100).optional(),
    receivingHours: line(200),
    notes: noteText.nullish(),
    isActive: z.boolean().optional(),
  },
});

export const {
  list: listDcLocations,
  get: getDcLocation,
  create: createDcLocation,
  update: updateDcLocation,
  remove: deleteDcLocation,
  createBody: createDcLocationBody,
  updateBody: updateDcLocationBody,
} = dcLocations;
export type DcLocation = z.output<typeof dcLocations.row>;
