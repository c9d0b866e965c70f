import {
  booleanText,
  crudEndpoints,
  endpoint,
  filterValue,
  idOf,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a unit in requests. */
export const unitReference = idOf('unit', 'Unit is required');

/** A unit and its name, in other records. */
export const unitSummary = z.object({ id: z.string(), name: z.string() });
export type UnitSummary = z.output<typeof unitSummary>;

const unitName = requiredLine(40, 'Unit name is required').check(
  z.regex(/^(?:[a-z0-9][a-z0-9_.\-/ ]*)?$/, {
    error: 'A unit name has lower-case letters, digits, spaces and _ . - / only',
  }),
);

/** Null equals an empty text: forms send it for a cleared field. */
const description = singleLine(200)
  .nullable()
  .transform((text) => text ?? '');

const customers = 'units that products are sold in';

/**
 * Units of measure (spec operations section 3). `name` appears beside numbers and in import files: `each`, `ct10ea`.
 * The unit's size is defined by the unit groups it belongs to. 409 `unit_built_in` for a new name or the deletion of a
 * built-in unit.
 */
export const units = crudEndpoints({
  one: 'Unit',
  many: 'Units',
  words: ['unit', 'units'],
  path: '/v1/units',
  domain: 'units',
  prefix: 'unit',
  home: '/dashboard/units-of-measure/units',
  customers,
  row: {
    name: z.string(),
    /** The name in words: 'Carton of 10 each'. */
    description: z.string(),
    /** Part of every account; its name is fixed and it cannot be deleted. */
    isBuiltIn: z.boolean(),
    /** Groups it belongs to, by name. */
    unitGroups: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  sortBy: ['name', 'description', 'createdAt'],
  filters: {
    /** Only units of this group. */
    unitGroupID: filterValue(z.string()),
    isBuiltIn: booleanText,
  },
  body: { name: unitName, description: description.optional() },
});

export const {
  list: listUnits,
  get: getUnit,
  create: createUnit,
  update: updateUnit,
  remove: deleteUnit,
  updateBody: updateUnitBody,
} = units;
export type Unit = z.output<typeof units.row>;

/** Largest number of rows in one check. */
export const largestValidation = 5000;

/**
 * Checks the units of import rows by name, in any case: the unit must exist and, if a row has a `sku`, the item must be
 * measurable in it. Faulty rows are reported in the answer and do not fail the request.
 */
export const validateUnits = endpoint({
  name: 'validateUnits',
  method: 'POST',
  path: '/v1/units/actions/validate',
  reads: true,
  permission: 'units:read',
  customers,
  summary: 'Checks unit names of import rows.',
  body: z.strictObject({
    data: z
      .array(z.strictObject({ unit: singleLine(200), sku: singleLine(200).optional() }))
      .min(1, { error: 'There is nothing to check' })
      .max(largestValidation, { error: `At most ${largestValidation} rows at a time` }),
  }),
  reply: z.object({
    isValid: z.boolean(),
    /** One entry per row, in order. */
    items: z.array(
      z.object({
        unit: z.string(),
        sku: z.string().nullable(),
        isValid: z.boolean(),
        unitID: z.string().nullable(),
        itemID: z.string().nullable(),
        /** 'Unit is required', or another error; null for a good row. */
        message: z.string().nullable(),
      }),
    ),
  }),
});
