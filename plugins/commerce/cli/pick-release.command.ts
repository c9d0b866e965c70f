import { defineCommand, usageFailure } from '@millwright/core/cli';
import type { PickRow } from '../contracts/index.ts';

const columns = [
  { title: 'Pick', value: (pick: PickRow) => pick.number },
  { title: 'Order', value: (pick: PickRow) => pick.order.number },
  { title: 'Customer', value: (pick: PickRow) => pick.customer.name, minimum: 12 },
  { title: 'Promised', value: (pick: PickRow) => pick.order.promisedAt ?? '' },
  { title: 'Stock', value: (pick: PickRow) => (pick.isShort ? 'short' : '') },
];

/** Largest page size of the pick list. */
const pageSize = 500;

/** `millwright pick release 1004 1007`, `millwright pick release --all --priority high` */
export const pickReleaseCommand = defineCommand({
  name: 'pick release',
  summary: 'set the stock of picks aside and plan their walks',
  description: `Names picks by their numbers, or takes all that are not released with --all. What is short stays
visible and is planned when stock comes. --dry-run lists what would be
released. Picks that cannot be released are listed with the reason (exit code 3).

Examples:
  millwright pick release 1004 1007
  millwright pick release --all --priority high --dry-run`,
  kind: 'administrator',
  needs: 'picks:update',
  writes: true,
  arguments: { numbers: { summary: 'numbers of picks', optional: true, variadic: true } },
  options: {
    all: { type: 'flag', summary: 'every open pick that is not released yet' },
    priority: {
      type: 'text',
      value: 'CODE',
      choices: ['low', 'normal', 'high'],
      summary: 'only those of this priority',
    },
  },
  async run(ctx, { numbers, all, priority }) {
    const { listPicks, releasePicks } = await import('../contracts/index.ts');
    if (all === Boolean(numbers?.length)) throw usageFailure('Name picks by their numbers, or say --all');
    const filter = priority ? { priorityCodes: [priority] } : {};
    const picks: PickRow[] = [];
    const find = async (query: object): Promise<PickRow[]> => {
      const found: PickRow[] = [];
      for (;;) {
        const page = await ctx.client.call(listPicks, {
          query: { status: 'open', take: pageSize, skip: found.length, ...filter, ...query },
        });
        found.push(...page.items);
        if (found.length >= page.count || !page.items.length) return found;
      }
    };
    if (all) picks.push(...(await find({ stages: ['to_release'] })));
    for (const number of numbers ?? []) {
      const pick = (await find({ query: number })).find((each) => each.number === number);
      if (!pick) throw usageFailure(`There is no open pick ${number}`);
      picks.push(pick);
    }
    if (ctx.isDryRun || !picks.length) {
      await ctx.result({ picks, released: 0, refused: [] }, () => {
        ctx.table(columns, picks);
        ctx.say(picks.length === 1 ? '1 pick would be released' : `${picks.length} picks would be released`);
      });
      return 0;
    }
    const { done, refused, changeSetID } = await ctx.client.call(releasePicks, {
      body: { pickIDs: picks.map(({ id }) => id) },
    });
    await ctx.result({ picks, released: done, refused, changeSetID }, () => {
      if (changeSetID) ctx.say(`Released by change set ${changeSetID}`);
      else ctx.say(done === 1 ? '1 pick released' : `${done} picks released`);
      for (const { label, reason } of refused) ctx.say(`${label}: ${reason}`);
    });
    return refused.length ? 3 : 0;
  },
});
