import type { FilterQuery } from '@mikro-orm/core';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type {
  createSavedView,
  SavedView as SavedViewReply,
  updateSavedView,
} from '../contracts/records/saved-view.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { Member } from '../tenancy/access/member.entity.ts';
import { SavedView } from './saved-view.entity.ts';

/** Largest number of views per screen, in a list and per member. */
const mostViews = 100;

/** Only people have views, not API keys or jobs. */
const memberOf = (ctx: AccountContext): string => {
  if (ctx.memberID === undefined) throw problems.forbidden({ message: 'Only people keep saved views' });
  return ctx.memberID;
};

const replyOf = (view: SavedView, memberID: string): SavedViewReply => ({
  id: view.id,
  screen: view.screen,
  name: view.name,
  query: view.query,
  columns: view.columns,
  widths: view.widths ?? {},
  density: view.density,
  isShared: view.isShared,
  isOwn: view.member.id === memberID,
  createdAt: view.createdAt.toISOString(),
  updatedAt: view.updatedAt.toISOString(),
});

/** Saved views: everybody has their own and sees those that others share. Portal customers only see their own. */
export class SavedViewService {
  async list(ctx: AccountContext, screen: string): Promise<SavedViewReply[]> {
    const memberID = memberOf(ctx);
    const memberFilter: FilterQuery<SavedView> = { member: { id: memberID } };
    const who: FilterQuery<SavedView> =
      ctx.customerID === undefined ? { $or: [memberFilter, { isShared: true }] } : memberFilter;
    const where = { $and: [{ accountID: ctx.account.id, screen }, who] } as FilterQuery<SavedView>;
    const views: SavedView[] = await ctx.em.find(SavedView, where, {
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      limit: mostViews,
    });
    return views.map((view) => replyOf(view, memberID));
  }

  async create(ctx: AccountContext, input: EndpointRequest<typeof createSavedView>['body']): Promise<SavedViewReply> {
    const memberID = memberOf(ctx);
    const kept = await ctx.em.find(
      SavedView,
      { accountID: ctx.account.id, screen: input.screen, member: { id: memberID } },
      { fields: ['name'] },
    );
    if (kept.length >= mostViews)
      throw problems.conflict({ message: `At most ${mostViews} views of a list can be kept: delete one first` });
    const view = ctx.em.create(SavedView, {
      id: newID('view'),
      ...input,
      member: ctx.em.reference(Member, memberID),
    });
    await ctx.em.flush();
    return replyOf(view, memberID);
  }

  async update(
    ctx: AccountContext,
    id: string,
    input: EndpointRequest<typeof updateSavedView>['body'],
  ): Promise<SavedViewReply> {
    const view = await this.#own(ctx, id);
    ctx.em.assign(view, input);
    await ctx.em.flush();
    return replyOf(view, memberOf(ctx));
  }

  async remove(ctx: AccountContext, id: string): Promise<void> {
    ctx.em.remove(await this.#own(ctx, id));
    await ctx.em.flush();
  }

  async #own(ctx: AccountContext, id: string): Promise<SavedView> {
    const memberID = memberOf(ctx);
    const view = await ctx.em.getForUpdate(SavedView, id);
    if (view.member.id !== memberID) throw problems.not_found();
    return view as SavedView;
  }
}
