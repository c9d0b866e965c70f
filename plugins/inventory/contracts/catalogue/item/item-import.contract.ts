import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { itemTypes } from './item-fields.ts';

/** Most rows of one call; files of more go to `POST /v1/imports`. */
export const largestItemBulk = 2000;

const cellValue = z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]);

/**
 * Creates items, or changes those whose SKU exists, from rows whose names are headings as people write them: 'sku',
 * 'manufacturer part number', 'unit price'. Rows that cannot be read are skipped with the reason, the others are
 * written; all are one change set that can be undone. Columns of texts that no field has become properties with
 * attributes where the caller may create them; other names that no field has are said in `warnings` (spec operations
 * sections 5 and 7).
 */
export const bulkCreateItems = endpoint({
  name: 'bulkCreateItems',
  method: 'POST',
  path: '/v1/items/actions/bulk-create',
  isLong: true,
  signedIn: 'The type of the items names the right that is needed: products:create, materials:create',
  summary: 'Creates many items.',
  bodyLimit: largestItemBulk * 2_000,
  body: z.strictObject({
    type: z.enum(itemTypes, { error: `Must be one of ${itemTypes.join(', ')}` }),
    data: z
      .array(z.record(z.string().max(200), cellValue))
      .min(1, { error: 'There is nothing to create' })
      .max(largestItemBulk, { error: `At most ${largestItemBulk} rows at a time; import a file instead` }),
  }),
  reply: z.object({
    createdItems: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Rows that are as they should be already, and rows with errors. */
    skippedItems: z.array(z.object({ name: z.string(), reason: z.string() })),
    updatedItems: z.array(z.object({ id: z.string(), name: z.string() })),
    warnings: z.array(z.string()),
    changeSetID: z.string(),
  }),
});
