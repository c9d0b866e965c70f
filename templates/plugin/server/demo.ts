import { addDays, newID } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, todayOf } from '@millwright/core/server';
import { SampleRecord } from './sample-record/sample-record.entity.ts';

const names = ['Measure the new line', 'Call the mill', 'Count the returns', 'Order spare parts', 'Plan the inventory'];

/** A few records for the demo accounts. */
export async function createDemoRecords(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const today = todayOf(ctx);
  for (const name of names)
    ctx.em.create(SampleRecord, {
      id: newID('smp'),
      name,
      dueOn: addDays(today, random.integer(-5, 30)),
      isDone: false,
    });
  await ctx.em.flush();
}
