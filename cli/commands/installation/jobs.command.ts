import { defineCommand, refusal, usageFailure } from '@millwright/core/cli';
import type { QueueName } from '@millwright/core/kernel';

/** Listed here, because the kernel, which defines them, is not loaded for `--help`. A test compares both. */
const queueNames = [
  'event',
  'account-job',
  'change-set',
  'person-mail',
  'timetable',
  'alone',
] as const satisfies readonly QueueName[];

/** Largest number of jobs in one call. */
const mostShown = 100;

/** Lists permanently failed jobs by kind, with the latest reason. */
export const jobsList = defineCommand({
  name: 'jobs list',
  summary: 'list background work that failed for good, and why',
  description:
    'Work is tried eight times over most of a day, then it waits here for 90 days. ' +
    'Work that was running when the server died is tried alone, twice at most. Correct what the reason names, ' +
    'then send it again: millwright jobs retry QUEUE. One by one: millwright jobs show',
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

/** Lists permanently failed jobs one by one. */
export const jobsShow = defineCommand({
  name: 'jobs show',
  summary: 'show each background job that failed for good',
  description:
    'Newest first, with its id, what it is about, and whether the server died each time it ran.\n\n' +
    'Example:\n  millwright jobs show event',
  kind: 'operator',
  arguments: { queue: { summary: 'one queue only', optional: true, choices: queueNames } },
  async run(ctx, { queue }) {
    const { pageDeadLetters } = await import('@millwright/core/kernel');
    const { urls } = await ctx.openDatabase();
    const page = await pageDeadLetters(urls.job, { queue, take: mostShown, skip: 0, sortOrder: 'desc' });
    const items = page.items.map(({ failedAt, ...rest }) => ({ ...rest, failedAt: failedAt.toISOString() }));
    await ctx.result({ items, count: page.count }, () => {
      if (!page.count) return ctx.say('Nothing has failed for good.');
      ctx.table(
        [
          { title: 'Id', value: ({ id }) => id, minimum: 36 },
          { title: 'Queue', value: (job) => job.queue, minimum: 12 },
          { title: 'Failed', value: ({ failedAt }) => failedAt },
          { title: 'How', value: ({ isKiller }) => (isKiller ? 'ended the server' : 'eight tries') },
          { title: 'What', value: ({ what }) => what },
          { title: 'Reason', value: ({ reason }) => reason },
        ],
        items,
      );
      ctx.say('');
      if (page.count > items.length) ctx.say(`The newest ${items.length} of ${page.count}.`);
      ctx.say('Send one again: millwright jobs release ID');
    });
  },
});

/** Releases one failed job for another attempt. */
export const jobsRelease = defineCommand({
  name: 'jobs release',
  summary: 'send one background job that failed for good once more',
  description:
    'Correct what it is about first: one that ended the server may do so again, ' +
    'and is put away again after two runs alone.\n\n' +
    'Example:\n  millwright jobs release 0b9e3c1e-...',
  kind: 'operator',
  writes: true,
  arguments: { id: { summary: 'its id, as millwright jobs show tells it' } },
  async run(ctx, { id }) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw usageFailure(`"${id}" is not the id of a job`);
    const { findDeadLetter, releaseDeadLetters } = await import('@millwright/core/kernel');
    const { urls } = await ctx.openDatabase();
    const found = await findDeadLetter(urls.job, id);
    if (!found) throw refusal('not_found', `No job ${id} failed for good`, { hint: 'millwright jobs show' });
    if (!ctx.isDryRun) await releaseDeadLetters(urls.job, [id]);
    await ctx.result({ id, queue: found.queue, what: found.what, dryRun: ctx.isDryRun }, () =>
      ctx.say(`${ctx.isDryRun ? 'Would send' : 'Sent'} ${found.what || id} of "${found.queue}" again.`),
    );
  },
});

/** Gives failed jobs another eight attempts. */
export const jobsRetry = defineCommand({
  name: 'jobs retry',
  summary: 'send background work that failed for good once more',
  description:
    'All of it, or that of one queue. It gets another eight tries as soon as a server runs; ' +
    'what was done is done once, however often it is sent.\n\n' +
    'Example:\n  millwright jobs retry event',
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
