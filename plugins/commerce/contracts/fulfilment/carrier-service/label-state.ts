import { z } from 'zod';

/** Where a carrier's label is, in the order of its life. */
export const labelStatuses = ['requested', 'buying', 'bought', 'failed', 'voiding', 'void_failed', 'voided'] as const;
export type LabelStatus = (typeof labelStatuses)[number];

/** The carrier's label of a case. */
export const shippingLabel = z.object({
  /** `lbl_...` */
  id: z.string(),
  status: z.enum(labelStatuses),
  /** The integration that it is bought with. */
  provider: z.string(),
  trackingNumber: z.string().nullable(),
  /** What the carrier took for it. */
  cost: z.number().nullable(),
  /** Why it failed, or what is in its way just now. */
  message: z.string().nullable(),
});
export type ShippingLabel = z.output<typeof shippingLabel>;

/** A label that the carrier did not take back: somebody has to. */
export const labelTask = z.object({
  labelID: z.string(),
  shippingCaseID: z.string(),
  caseNumber: z.string(),
  provider: z.string(),
  trackingNumber: z.string().nullable(),
  message: z.string(),
});
export type LabelTask = z.output<typeof labelTask>;
