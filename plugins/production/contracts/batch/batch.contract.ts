import { quantity, recordShape } from '@millwright/core/contracts';
import { z } from 'zod';
import { stepItem } from '../production-step/production-step.contract.ts';

/** A planned batch waits for its first scan; a closed one is in stock, used up, or given up. */
export const batchStatuses = ['planned', 'open', 'closed'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const batchStatusNames: Readonly<Record<BatchStatus, string>> = {
  planned: 'Planned',
  open: 'Open',
  closed: 'Closed',
};

/** A batch: so much of what a step makes, at that step (spec operations section 3). */
export const batchRow = z.object({
  ...recordShape,
  /** `<run>-<n>` */
  number: z.string(),
  status: z.enum(batchStatuses),
  productionRunID: z.string(),
  /** What the step makes that it stands at. */
  item: stepItem,
  /** In the item's default unit. */
  quantity,
  /** Lost to second quality and to waste so far, counted where they fell. */
  seconds: z.number(),
  waste: z.number(),
  productionStepID: z.string(),
  productionStep: z.object({ id: z.string(), name: z.string() }),
  scannedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
});
export type Batch = z.output<typeof batchRow>;
