import { newID } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { SampleRecord } from './sample-record/sample-record.entity.ts';

const names = ['Measure the new line', 'Call the mill', 'Count the returns', 'Order spare parts', 'Plan the inventory'];

/** A few records for the demo accounts. */
export async function createDemoRecords(ctx: AccountContext): Promise<void> {
  for (const name of names) ctx.em.create(SampleRecord, { id: newID('smp'), name });
  await ctx.em.flush();
}
