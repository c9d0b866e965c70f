import {
  booleanText,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  noContent,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a unit in requests. */
export const unitReference = idOf('unit', 'Unit is required');

/** A unit and its name, as other records show it. */
export const unitSummary = z.object({ id: z.string(), name: z.string() });
export type UnitSummary = z.output<typeof unitSummary>;

const unitName = requiredLine(40, 'Unit name is required').check(
  z.regex(/^(?:[a-z0-9][a-z0-9_.\-/ ]*)?$/, {
    error: 'A unit name has lower-case letters, digits, spaces and _ . - / only',
  }),
);

/**
 * A unit of measure (spec operations section 3). `name` is what stands behind a number and in import files, unique in
 * the account: `each`, `ct10ea`. What a unit is worth is said by the unit groups it belongs to.
 */
export const unit = z.object({
  id: z.string(),
  name: z.string(),
  /** The name in words: 'Carton of 10 each'. */
  description: z.string(),
  /** Comes with every account; its name is fixed and it cannot be deleted. */
  isBuiltIn: z.boolean(),
  /** Groups it belongs to, by name. */
  unitGroups: z.array(z.object({ id: z.string(), name: z.string() })),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Unit = z.output<typeof unit>;

/** Null is as good as empty: forms send it for a text that was cleared. */
const description = singleLine(200)
  .nullable()
  .transform((text) => text ?? '');

/** Body of `createUnit`. */
export const createUnitBody = z.strictObject({ name: unitName, description: description.default('') });

/** Body of `updateUnit`; `version` guards against lost updates. */
export const updateUnitBody = z.strictObject({
  name: unitName.optional(),
  description: description.optional(),
  version: z.int().optional(),
});

/** All units, by name. */
export const listUnits = endpoint({
  name: 'listUnits',
  method: 'GET',
  path: '/v1/units',
  permission: 'units:read',
  customers: 'units that products are sold in',
  summary: 'Lists units of measure.',
  query: listQuery({
    sortBy: ['name', 'description', 'createdAt'],
    filters: {
      /** Only units of this group. */
      unitGroupID: filterValue(z.string()),
      isBuiltIn: booleanText,
    },
  }),
  reply: listOf(unit),
});

/** One unit. */
export const getUnit = endpoint({
  name: 'getUnit',
  method: 'GET',
  path: '/v1/units/{unitID}',
  permission: 'units:read',
  customers: 'units that products are sold in',
  summary: 'Reads a unit of measure.',
  reply: unit,
});

/** Adds a unit; a name that exists is 409 `duplicate`. */
export const createUnit = endpoint({
  name: 'createUnit',
  method: 'POST',
  path: '/v1/units',
  permission: 'units:create',
  summary: 'Creates a unit of measure.',
  body: createUnitBody,
  reply: unit,
});

/** Changes a unit; a new name for a built-in unit is 409 `unit_built_in`. */
export const updateUnit = endpoint({
  name: 'updateUnit',
  method: 'PATCH',
  path: '/v1/units/{unitID}',
  permission: 'units:update',
  summary: 'Changes a unit of measure.',
  body: updateUnitBody,
  reply: unit,
});

/** Deletes a unit of no group; else 409 `in_use` naming the groups, 409 `unit_built_in` for a built-in one. */
export const deleteUnit = endpoint({
  name: 'deleteUnit',
  method: 'DELETE',
  path: '/v1/units/{unitID}',
  permission: 'units:delete',
  summary: 'Deletes a unit of measure.',
  reply: noContent,
});

/** Most rows of one check. */
export const largestValidation = 5000;

/**
 * Checks the units of import rows by name, in any case: that there is such a unit and, where a row has a `sku`, that
 * the item of this SKU can be measured in it. Bad rows are answered, never refused.
 */
export const validateUnits = endpoint({
  name: 'validateUnits',
  method: 'POST',
  path: '/v1/units/actions/validate',
  reads: true,
  permission: 'units:read',
  customers: 'units that products are sold in',
  summary: 'Checks unit names of import rows.',
  body: z.strictObject({
    data: z
      .array(z.strictObject({ unit: singleLine(200), sku: singleLine(200).optional() }))
      .min(1, { error: 'There is nothing to check' })
      .max(largestValidation, { error: `At most ${largestValidation} rows at a time` }),
  }),
  reply: z.object({
    isValid: z.boolean(),
    /** One per row, in order. */
    items: z.array(
      z.object({
        unit: z.string(),
        sku: z.string().nullable(),
        isValid: z.boolean(),
        unitID: z.string().nullable(),
        itemID: z.string().nullable(),
        /** 'Unit is required', or what is wrong; null for a good row. */
        message: z.string().nullable(),
      }),
    ),
  }),
});
