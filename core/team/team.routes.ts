import { getMyNotifications, updateMyNotifications } from '../contracts/accounts/me.contract.ts';
import {
  createSalesTarget,
  deleteTeamUser,
  getTeamUser,
  inviteTeamUser,
  listSalesTargets,
  listTeamUsers,
  resendInvitation,
  setNotificationPreferences,
  updateSalesTarget,
  updateTeamUser,
} from '../contracts/accounts/member.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import { SalesTargetService } from './targets/sales-target.ts';
import type { TeamService } from './team.ts';

/** People of an account, their notifications and their sales targets. */
export function teamRoutes(team: TeamService): Route[] {
  const targets = new SalesTargetService(team);
  return [
    route(listTeamUsers, (ctx, { params, query }) => team.page(ctx, params.accountID, query)),
    route(inviteTeamUser, async (ctx, { params, body }) => (await team.invite(ctx, params.accountID, body)).user),
    route(getTeamUser, (ctx, { params }) => team.read(ctx, params.accountID, params.userID)),
    route(updateTeamUser, (ctx, { params, body }) => team.update(ctx, params.accountID, params.userID, body)),
    route(deleteTeamUser, (ctx, { params }) => team.remove(ctx, params.accountID, params.userID)),
    route(resendInvitation, async (ctx, { params }) => (await team.resend(ctx, params.accountID, params.userID)).user),
    route(setNotificationPreferences, (ctx, { params, body }) =>
      team.setNotificationPreferences(ctx, params.accountID, params.userID, body),
    ),
    route(getMyNotifications, (ctx) => team.ownNotifications(ctx)),
    route(updateMyNotifications, (ctx, { body }) => team.setOwnNotifications(ctx, body.preferences)),
    route(listSalesTargets, (ctx, { params, query }) => targets.page(ctx, params.accountID, params.userID, query)),
    route(createSalesTarget, (ctx, { params, body }) => targets.create(ctx, params.accountID, params.userID, body)),
    route(updateSalesTarget, (ctx, { params, body }) =>
      targets.replace(ctx, params.accountID, params.userID, params.targetID, body),
    ),
  ];
}
