import { declareStates, type StateOf } from '@millwright/core/contracts';
import { z } from 'zod';

/** States of a carrier's label, in the order of its life. */
export const labelStates = declareStates('shipping_label', {
  requested: { name: 'Requested', tone: 'progress', is: ['live', 'requested', 'coming', 'wanted', 'returnable'] },
  /** The carrier is being asked for the label. */
  buying: { name: 'Being bought', tone: 'progress', is: ['live', 'coming', 'wanted', 'buying', 'asked'] },
  bought: { name: 'Bought', tone: 'success', is: ['live', 'bought', 'wanted', 'returnable'] },
  failed: { name: 'Failed', tone: 'danger', is: ['live', 'failed', 'returnable'] },
  /** The carrier is being asked to take the label back. */
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
  /** The integration used for buying it. */
  provider: z.string(),
  trackingNumber: z.string().nullable(),
  /** The carrier's charge for it. */
  cost: z.number().nullable(),
  /** Error message, or the reason of a delay. */
  message: z.string().nullable(),
});
export type ShippingLabel = z.output<typeof shippingLabel>;

/** A label that the carrier did not take back; a person has to return it. */
export const labelTask = z.object({
  labelID: z.string(),
  shippingCaseID: z.string(),
  caseNumber: z.string(),
  provider: z.string(),
  trackingNumber: z.string().nullable(),
  message: z.string(),
});
export type LabelTask = z.output<typeof labelTask>;
