import { productTypes, quantity } from '@millwright/core/contracts';
import { z } from 'zod';

/** Treatment of returned goods. */
export const restockNames = {
  place: 'Back into stock',
  scrap: 'Scrapped',
  none: 'Nothing comes back',
} as const;
export type Restock = keyof typeof restockNames;

/** The credit of an invoice line in a credit memo. */
export const creditLine = z.object({
  /** `crl_...` */
  id: z.string(),
  invoiceLineID: z.string(),
  /** Null for freight. */
  itemID: z.string().nullable(),
  sku: z.string(),
  description: z.string(),
  productType: z.enum(productTypes),
  /** In the billed unit; 0 if only an amount is credited. */
  quantity,
  amount: z.number(),
  why: z.string(),
  /** Treatment of the goods; null without goods. */
  restock: z.enum(Object.keys(restockNames) as [Restock]).nullable(),
  /** Places of the returned goods, by lot. */
  returned: z.array(z.object({ place: z.string(), lotNumber: z.string().nullable(), quantity: z.number() })),
});
export type CreditLine = z.output<typeof creditLine>;
