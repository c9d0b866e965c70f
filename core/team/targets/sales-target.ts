import { audit, changesOf, snapshotOf } from '../../audit/audit.ts';
import type { SalesTargetView } from '../../contracts/accounts/member.contract.ts';
import type { ListQuery } from '../../contracts/endpoints/list-query.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { decimal } from '../../contracts/numbers/decimal.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { likeOf } from '../../lists/conditions.ts';
import { SalesTarget } from '../../tenancy/access/member.entity.ts';
import { salesTargetView } from '../member-view.ts';
import type { TeamService } from '../team.ts';

interface TargetInput {
  amount: number;
  startDate: string;
  endDate: string;
  note?: string | null | undefined;
}

const valuesOf = (input: TargetInput) => ({
  amount: decimal(input.amount).toFixed(2),
  startsOn: input.startDate,
  endsOn: input.endDate,
  note: input.note || null,
});

const sortable = { startDate: 'startsOn', endDate: 'endsOn', amount: 'amount' } as const;
const fields = ['amount', 'startsOn', 'endsOn', 'note'] as const;

/** Sales targets of people. */
export class SalesTargetService {
  readonly #team: TeamService;

  constructor(team: TeamService) {
    this.#team = team;
  }

  async page(
    ctx: AccountContext,
    accountID: string,
    userID: string,
    query: ListQuery & { sortBy?: keyof typeof sortable },
  ): Promise<{ items: SalesTargetView[]; count: number }> {
    const { member } = await this.#team.find(ctx, accountID, userID);
    const all = await ctx.em.find(
      SalesTarget,
      {
        accountID: ctx.account.id,
        member,
        ...(query.query ? { note: { $ilike: likeOf(query.query) } } : {}),
      },
      {
        orderBy: query.sortBy
          ? [{ [sortable[query.sortBy]]: query.sortOrder }, { id: query.sortOrder }]
          : [{ startsOn: 'desc' }, { id: 'desc' }],
      },
    );
    // A person has at most about one target per month, so the whole list is small.
    return {
      items: all.slice(query.skip, query.skip + query.take).map((target) => salesTargetView(target, member.id)),
      count: all.length,
    };
  }

  async create(ctx: AccountContext, accountID: string, userID: string, input: TargetInput): Promise<SalesTargetView> {
    const { member } = await this.#team.find(ctx, accountID, userID);
    const target = ctx.em.create(SalesTarget, { id: newID('tgt'), member, ...valuesOf(input) });
    await ctx.em.flush();
    audit(ctx, {
      record: { type: 'team_user', id: member.id },
      action: 'target_added',
      note: `${input.startDate} to ${input.endDate}`,
    });
    return salesTargetView(target, member.id);
  }

  async replace(
    ctx: AccountContext,
    accountID: string,
    userID: string,
    targetID: string,
    { version, ...input }: TargetInput & { version?: number | undefined },
  ): Promise<SalesTargetView> {
    const { member } = await this.#team.find(ctx, accountID, userID);
    const target = (await ctx.em.getForUpdate(SalesTarget, targetID)) as SalesTarget;
    if (target.member.id !== member.id) throw problems.not_found();
    ctx.em.expectVersion(target, version);
    const before = snapshotOf(target, fields);
    ctx.em.assign(target, valuesOf(input));
    audit(ctx, {
      record: { type: 'team_user', id: member.id },
      action: 'target_changed',
      changes: changesOf(before, snapshotOf(target, fields), fields),
    });
    await ctx.em.flush();
    return salesTargetView(target, member.id);
  }
}
