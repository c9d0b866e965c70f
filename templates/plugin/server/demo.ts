import { addDays, dateIn } from '@millwright/core/contracts';
import type { AccountContext, DemoRandom } from '@millwright/core/server';
import type { SampleRecordService } from './sample-record/sample-record.service.ts';

const names = ['Measure the new line', 'Call the mill', 'Count the returns', 'Order spare parts', 'Plan the inventory'];

/** A few records for the demo accounts. */
export async function createDemoRecords(
  ctx: AccountContext,
  random: DemoRandom,
  records: SampleRecordService,
): Promise<void> {
  const today = dateIn(ctx.account.timeZone, ctx.clock.now());
  for (const name of names) await records.create(ctx, { name, dueOn: addDays(today, random.integer(-5, 30)) });
}
