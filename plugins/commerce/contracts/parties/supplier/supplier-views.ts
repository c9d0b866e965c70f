import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';

/** Items of suppliers, with the suppliers' names. */
export const supplierItemsView = defineView(
  'commerce.v_supplier_items',
  z.object({
    account_id: z.string(),
    supplier_id: z.string(),
    supplier_name: z.string(),
    item_id: z.string(),
    supplier_part_number: z.string().nullable(),
    is_active: z.boolean(),
  }),
);
