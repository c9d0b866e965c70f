import { defineCommand } from '@millwright/core/cli';
import type { QueueName } from '@millwright/core/kernel';

/** Written out: the kernel, which knows them, is not loaded for `--help`. A test compares them. */
const queueNames = [
  'event',
  'account-job',
  'change-set',
  'person-mail',
  'timetable',
] as const satisfies readonly QueueName[];

/** Work that failed for good, by what it was, with the last reason. */
export const jobsList = defineCommand({
  name: 'jobs list',
  summary: 'list background work that failed for good, and why',
  description:
    'Work is tried eight times over most of a day, then it waits here for 90 days. Correct what the reason names, then send it again: millwright jobs retry QUEUE',
  kind: 'operator',
  async run(ctx) {
    const { listDeadLetters } = await import('@millwright/core/kernel');
    const { urls } = await ctx.openDatabase();
    const items = (await listDeadLetters(urls.job)).map(({ oldest, ...rest }) => ({
      ...rest,
      oldest: oldest?.toISOString() ?? null,
    }));
    const count = items.reduce((sum, { count: failed }) => sum + failed, 0);
    await ctx.result({ items, count }, () => {
      ctx.table(
        [
          { title: 'Queue', value: ({ queue }) => queue, minimum: 12 },
          { title: 'Failed', value: ({ count: failed }) => failed },
          { title: 'Since', value: ({ oldest }) => oldest ?? '' },
          { title: 'Last reason', value: ({ reason }) => reason ?? '' },
        ],
        items,
      );
      ctx.say('');
      ctx.say(count ? 'Send them again: millwright jobs retry [QUEUE]' : 'Nothing has failed for good.');
    });
  },
});

/** Another eight tries for what failed for good. */
export const jobsRetry = defineCommand({
  name: 'jobs retry',
  summary: 'send background work that failed for good once more',
  description:
    'All of it, or that of one queue. It gets another eight tries as soon as a server runs; what was done is done once, however often it is sent.\n\nExample:\n  millwright jobs retry event',
  kind: 'operator',
  writes: true,
  arguments: { queue: { summary: 'one queue only', optional: true, choices: queueNames } },
  async run(ctx, { queue: wanted }) {
    const { listDeadLetters, retryDeadLetters } = await import('@millwright/core/kernel');
    const { urls } = await ctx.openDatabase();
    const failed = (await listDeadLetters(urls.job)).filter(
      ({ queue, count }) => count > 0 && (wanted === undefined || queue === wanted),
    );
    const items = ctx.isDryRun
      ? failed.map(({ queue, count }) => ({ queue, moved: count }))
      : await retryDeadLetters(
          urls.job,
          failed.map(({ queue }) => queue),
        );
    const count = items.reduce((sum, { moved }) => sum + moved, 0);
    await ctx.result({ items, count, dryRun: ctx.isDryRun }, () => {
      if (!count) return ctx.say('Nothing has failed for good.');
      for (const { queue, moved } of items)
        ctx.say(`${ctx.isDryRun ? 'Would send' : 'Sent'} ${moved} of "${queue}" again.`);
      if (!ctx.isDryRun) ctx.say('A running server takes them up within seconds.');
    });
  },
});
