import { crudEndpoints, defineProblems, idOf, repeated, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';
import { pricedProductLine } from '../rule-references.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** Range of five-digit US postal codes (spec commerce section 9). */
export const leastZipcode = 501;
export const mostZipcode = 99_999;
const zipError = `Must be a whole number from ${leastZipcode} to ${mostZipcode}`;
const zipcode = z.int({ error: zipError }).min(leastZipcode, { error: zipError }).max(mostZipcode, { error: zipError });

/**
 * Area of a sales rep (spec commerce section 3): an order without a rep, of a customer without one, goes to the rep of
 * the matching territory.
 */
export const territories = crudEndpoints({
  one: 'Territory',
  many: 'Territories',
  words: ['territory', 'territories'],
  path: '/v1/territories',
  domain: 'territories',
  prefix: 'ter',
  row: {
    /** Rep and area: `Renata Ortiz: MN, 55801-55899`. */
    name: z.string(),
    salesRep: named,
    /** Null for all. */
    state: z.string().nullable(),
    /** First and last postal code; null for all. */
    startZipcode: z.int().nullable(),
    endZipcode: z.int().nullable(),
    /** Limits the territory to orders that mostly sell this product line; null for all. */
    productLine: named.nullable(),
  },
  sortBy: ['name', 'state', 'startZipcode', 'createdAt'],
  filters: { salesRepIDs: repeated(z.string().max(100)) },
  body: {
    salesRepID: idOf('mem', 'Sales rep is required'),
    state: singleLine(50)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    startZipcode: zipcode.nullish(),
    endZipcode: zipcode.nullish(),
    productLineID: pricedProductLine.nullish(),
  },
});

export const {
  list: listTerritories,
  get: getTerritory,
  create: createTerritory,
  update: updateTerritory,
  remove: deleteTerritory,
  createBody: createTerritoryBody,
  updateBody: updateTerritoryBody,
} = territories;
export type Territory = z.output<typeof territories.row>;

export const territoryProblems = defineProblems({
  /** Neither territory would take precedence; `details.territoryID` is the existing one. */
  territory_overlaps: { status: 409, message: 'Another territory is as narrow and overlaps' },
});
