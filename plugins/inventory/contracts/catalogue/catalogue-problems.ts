import { defineProblems } from '@millwright/core/contracts';

/** Refusals of the catalogue, besides the kernel's `duplicate`, `in_use`, `stale_version` and `inexact_conversion`. */
export const catalogueProblems = defineProblems({
  /** Pack sizes and imports find built-in units by their names. */
  unit_built_in: { status: 409, message: 'Built-in units cannot be renamed or deleted' },
  /** Stored quantities count in the group's base unit, so the factors of a group with items are fixed. */
  unit_group_fixed: {
    status: 409,
    message: 'Items use this unit group, so its base unit and factors are fixed; make a new group instead',
  },
  /** The other units of a group are defined by its base unit, so the base unit is deleted last. */
  base_unit_required: { status: 409, message: 'The base unit is the last to go: delete the group instead' },
  /** Services, charges and the like cannot have stock. */
  item_stocked: { status: 409, message: 'There is stock of this product: it stays of type sale' },
  /** Product categories are for products, material categories for parts, materials and supplies. */
  category_type_mismatch: { status: 409, message: 'The category is for items of another type' },
  /** The unit of a quantity or rate is in no conversion of the item's unit group. */
  unit_not_convertible: { status: 400, message: 'The item cannot be measured in this unit' },
});
