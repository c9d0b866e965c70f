import { declareStates, type StateOf } from '@millwright/core/contracts';
import { z } from 'zod';

/** Where a carrier's label is, in the order of its life. */
export const labelStates = declareStates('shipping_label', {
  requested: { name: 'Requested', tone: 'progress', is: ['live', 'requested', 'coming', 'wanted', 'returnable'] },
  /** The carrier is asked for it just now. */
  buying: { name: 'Being bought', tone: 'progress', is: ['live', 'coming', 'wanted', 'buying', 'asked'] },
  bought: { name: 'Bought', tone: 'success', is: ['live', 'bought', 'wanted', 'returnable'] },
  failed: { name: 'Failed', tone: 'danger', is: ['live', 'failed', 'returnable'] },
  /** The carrier is asked to take it back. */
  voiding: { name: 'Being voided', tone: 'progress', is: ['voiding', 'leaving', 'asked'] },
  void_failed: { name: 'Not taken back', tone: 'danger', is: ['leaving', 'returnable', 'refused'] },
  voided: { name: 'Voided', tone: 'neutral', is: ['voided'] },
});
export type LabelStatus = StateOf<typeof labelStates>;

/** The carrier's label of a case. */
export const shippingLabel = z.object({
  /** `lbl_...` */
  id: z.string(),
  status: labelStates.code,
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
