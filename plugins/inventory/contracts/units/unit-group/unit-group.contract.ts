import {
  crudEndpoints,
  endpoint,
  filterValue,
  listOf,
  noContent,
  noteText,
  type Ratio,
  ratio,
  requiredLine,
  wireDecimal,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { unitReference, unitSummary } from '../unit/unit.contract.ts';

const largestTerm = 2n ** 63n - 1n;

/** A whole number above 0 that fits a bigint column; a text, because JSON numbers are exact only up to 2^53. */
const term = z
  .union([z.int(), z.string()], { error: 'Must be a whole number' })
  .transform(String)
  .refine((text) => /^\d{1,19}$/.test(text) && BigInt(text) > 0n && BigInt(text) <= largestTerm, {
    error: 'Must be a whole number above 0',
  });

/** An exact factor: a fraction of two whole numbers, in lowest terms in answers. */
export const conversionFactor = z.object({ numerator: z.string(), denominator: z.string() });
export type ConversionFactor = z.output<typeof conversionFactor>;

/**
 * A factor in requests: `{ numerator: 12, denominator: 1 }` (numbers or texts of digits), or a decimal such as 2.54.
 */
export const conversionFactorInput = z.union(
  [
    wireDecimal({ scale: 12, integerDigits: 12, above: 0 }),
    z.strictObject({ numerator: term, denominator: term.default('1') }),
  ],
  {
    error: (issue) =>
      typeof issue.input === 'number'
        ? 'Must be a number above 0 with at most 12 decimals'
        : 'Must be a number above 0, or {numerator, denominator} of whole numbers above 0',
  },
);
export type ConversionFactorInput = z.input<typeof conversionFactorInput>;

/** The factor of an answer as a ratio for `convert`. */
export const ratioOfFactor = ({ numerator, denominator }: ConversionFactor): Ratio =>
  ratio(BigInt(numerator), BigInt(denominator));

/** A unit of a group: one `unit` is `factor` base units. */
export const unitConversion = z.object({
  /** `ucv_...` */
  id: z.string(),
  unitGroupID: z.string(),
  unit: unitSummary,
  factor: conversionFactor,
  /** The factor for people: '12', '5/2'. */
  factorText: z.string(),
  /** The smallest unit of the group; its factor is 1/1. Stock quantities are stored in it. */
  isBase: z.boolean(),
});
export type UnitConversion = z.output<typeof unitConversion>;

const conversionInput = z.strictObject({ unitID: unitReference, factor: conversionFactorInput });
const customers = 'units that products are sold in';

/**
 * Units that can be converted into one another (spec operations section 3). In a new group factors are relative to one
 * another: `each 1, dozen 12` equals `each 1/12, dozen 1`; the smallest unit becomes the base unit.
 */
export const unitGroups = crudEndpoints({
  one: 'UnitGroup',
  many: 'UnitGroups',
  words: ['unit group', 'unit groups'],
  path: '/v1/unit-groups',
  domain: 'unit_groups',
  prefix: 'ugr',
  home: '/dashboard/units-of-measure/groups',
  listName: 'unit-groups',
  customers,
  row: {
    name: z.string(),
    notes: z.string().nullable(),
    /** The smallest unit. */
    baseUnit: unitSummary,
    /** All units of the group, smallest first. */
    conversions: z.array(unitConversion),
    /** Number of items measured in this group; while there are any, base unit and factors are fixed. */
    itemCount: z.int(),
  },
  sortBy: ['name', 'createdAt'],
  filters: {
    /** Only groups with this unit. */
    unitID: filterValue(z.string()),
  },
  body: {
    name: requiredLine(100, 'Unit group name is required'),
    notes: noteText.nullish(),
    conversions: z
      .array(conversionInput)
      .min(1, { error: 'A unit group needs at least one unit' })
      .max(200, { error: 'A unit group has at most 200 units' }),
  },
  // Stored conversions have endpoints of their own.
  fixed: ['conversions'],
});

export const {
  list: listUnitGroups,
  get: getUnitGroup,
  create: createUnitGroup,
  update: updateUnitGroup,
  remove: deleteUnitGroup,
  createBody: createUnitGroupBody,
  updateBody: updateUnitGroupBody,
} = unitGroups;
export type UnitGroup = z.output<typeof unitGroups.row>;

/** Body of `createUnitConversion`: one `unitID` equals `factor` of `ofUnitID`, by default of the base unit. */
export const createUnitConversionBody = z.strictObject({
  unitID: unitReference,
  factor: conversionFactorInput,
  ofUnitID: unitReference.optional(),
});

/** Body of `putUnitConversion`. */
export const putUnitConversionBody = z.strictObject({
  factor: conversionFactorInput,
  ofUnitID: unitReference.optional(),
});

/** The units of a group, smallest first. */
export const listUnitConversions = endpoint({
  name: 'listUnitConversions',
  method: 'GET',
  path: '/v1/unit-groups/{unitGroupID}/unit-conversions',
  permission: 'unit_groups:read',
  customers,
  summary: 'Lists the units of a unit group.',
  reply: listOf(unitConversion),
});

/** Adds a unit to a group; 409 `unit_group_fixed` for a unit smaller than the base unit of a group with items. */
export const createUnitConversion = endpoint({
  name: 'createUnitConversion',
  method: 'POST',
  path: '/v1/unit-groups/{unitGroupID}/unit-conversions',
  permission: 'unit_groups:update',
  summary: 'Adds a unit to a unit group.',
  body: createUnitConversionBody,
  reply: unitConversion,
});

/** Changes the factor of a unit; 409 `unit_group_fixed` if the group has items and the factor would differ. */
export const putUnitConversion = endpoint({
  name: 'putUnitConversion',
  method: 'PUT',
  path: '/v1/unit-groups/{unitGroupID}/unit-conversions/{unitConversionID}',
  permission: 'unit_groups:update',
  summary: 'Changes the factor of a unit in a unit group.',
  body: putUnitConversionBody,
  reply: unitConversion,
});

/**
 * Removes a unit from a group. 409 `in_use` if it is an item's default unit or documents count in it, 409
 * `base_unit_required` for the last one, 409 `unit_group_fixed` for the base unit of a group with items.
 */
export const deleteUnitConversion = endpoint({
  name: 'deleteUnitConversion',
  method: 'DELETE',
  path: '/v1/unit-groups/{unitGroupID}/unit-conversions/{unitConversionID}',
  permission: 'unit_groups:update',
  summary: 'Takes a unit out of a unit group.',
  reply: noContent,
});
