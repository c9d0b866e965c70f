import { productTypes, quantity } from '@millwright/core/contracts';
import { z } from 'zod';

/** What becomes of goods that a customer sends back. */
export const restockNames = {
  place: 'Back into stock',
  scrap: 'Scrapped',
  none: 'Nothing comes back',
} as const;
export type Restock = keyof typeof restockNames;

/** What a credit memo gives back of a line of its invoice. */
export const creditLine = z.object({
  /** `crl_...` */
  id: z.string(),
  invoiceLineID: z.string(),
  /** Null for freight. */
  itemID: z.string().nullable(),
  sku: z.string(),
  description: z.string(),
  productType: z.enum(productTypes),
  /** In the unit that was billed; 0 where only an amount is credited. */
  quantity,
  amount: z.number(),
  why: z.string(),
  /** What became of the goods; null where there were none. */
  restock: z.enum(Object.keys(restockNames) as [Restock]).nullable(),
  /** Where they came to, by lot. */
  returned: z.array(z.object({ place: z.string(), lotNumber: z.string().nullable(), quantity: z.number() })),
});
export type CreditLine = z.output<typeof creditLine>;
