import { signedInUser } from '../auth/profile.ts';
import type { Sessions } from '../auth/sessions.ts';
import {
  accountStatuses,
  getAccount,
  getAccountBySlug,
  getAccountPhoto,
  getAccountStatus,
  listAccountStatuses,
  setAccountPhoto,
  updateAccount,
} from '../contracts/account.contract.ts';
import {
  getIdentityProvider,
  removeIdentityProvider,
  setIdentityProvider,
} from '../contracts/identity-provider.contract.ts';
import { leaveAccount } from '../contracts/invitation.contract.ts';
import { getMyNotifications, updateMyNotifications } from '../contracts/me.contract.ts';
import {
  createSalesTarget,
  deleteTeamUser,
  getTeamUser,
  inviteTeamUser,
  listSalesTargets,
  listTeamUsers,
  resendInvitation,
  setNotificationPreferences,
  setTeamUserPassword,
  updateSalesTarget,
  updateTeamUser,
} from '../contracts/member.contract.ts';
import { problems } from '../contracts/problem.ts';
import type { RegistrationDefaultsPort } from '../contracts/registration-defaults-port.ts';
import {
  createRegistrationFlow,
  deleteRegistrationFlow,
  getRegistrationFlow,
  getRegistrationFlowBySlug,
  listRegistrationFlows,
  previewRegistrationFlow,
  updateRegistrationFlow,
} from '../contracts/registration-flow.contract.ts';
import { getSecurityPolicy, listSecurityMembers, updateSecurityPolicy } from '../contracts/security.contract.ts';
import { outsideRoute, personRoute, type Route, route } from '../kernel/route.ts';
import { changeAccount, inAccountOfSlug, publicProfile, readAccount, readLogo, setLogo } from './account.ts';
import type { IdentityProviderService } from './identity-provider.ts';
import { leave } from './leave.ts';
import { partyRoutes } from './party.routes.ts';
import { activeFlow, publicFlow, RegistrationFlowService } from './registration-flow.ts';
import { SalesTargetService } from './sales-target.ts';
import { listMembersSecurity } from './security-members.ts';
import { changePolicy, readPolicy } from './sign-in-policy.ts';
import { TeamService } from './team.ts';
import { setTeamPassword } from './team-password.ts';
import type { Tenancy } from './tenancy.ts';

/** Accounts, their people, addresses, child accounts and registration flows. */
export function tenancyRoutes(parts: {
  tenancy: Tenancy;
  sessions: Sessions;
  identityProviders: IdentityProviderService;
  registrationDefaults: RegistrationDefaultsPort | undefined;
}): Route[] {
  const team = new TeamService(parts.tenancy.registry);
  const targets = new SalesTargetService(team);
  const flows = new RegistrationFlowService(parts.registrationDefaults);
  return [
    route(getAccount, (ctx, { params }) => readAccount(ctx, params.accountID)),
    route(updateAccount, (ctx, { params, body }) => changeAccount(ctx, parts.tenancy.registry, params.accountID, body)),
    route(setAccountPhoto, (ctx, { params, body }) => setLogo(ctx, params.accountID, body)),
    personRoute(getAccountBySlug, (ctx, { params }) =>
      inAccountOfSlug(ctx, params.slug, (inner) => publicProfile(inner, parts.registrationDefaults)),
    ),
    personRoute(getAccountPhoto, (ctx, { params }) => inAccountOfSlug(ctx, params.slug, readLogo)),
    route(listAccountStatuses, async () => ({ items: [...accountStatuses], count: accountStatuses.length })),
    route(getAccountStatus, async (_ctx, { params }) => {
      const status = accountStatuses.find(({ id }) => id === params.accountStatusID);
      if (!status) throw problems.not_found();
      return status;
    }),
    ...partyRoutes(),
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
    personRoute(leaveAccount, async (ctx, { params }) => leave(ctx, team, await signedInUser(ctx), params.accountID)),
    personRoute(setTeamUserPassword, (ctx, { params, body }) => setTeamPassword(ctx, parts, params, body)),
    route(getSecurityPolicy, (ctx) => readPolicy(ctx)),
    route(updateSecurityPolicy, (ctx, { body }) => changePolicy(ctx, body)),
    route(getIdentityProvider, (ctx) => parts.identityProviders.read(ctx)),
    outsideRoute(setIdentityProvider, (ctx, { body }) => parts.identityProviders.set(ctx, body), { repeat: 'refused' }),
    route(removeIdentityProvider, (ctx) => parts.identityProviders.remove(ctx)),
    personRoute(listSecurityMembers, (ctx, { query }) => listMembersSecurity(ctx, query)),
    route(listSalesTargets, (ctx, { params, query }) => targets.page(ctx, params.accountID, params.userID, query)),
    route(createSalesTarget, (ctx, { params, body }) => targets.create(ctx, params.accountID, params.userID, body)),
    route(updateSalesTarget, (ctx, { params, body }) =>
      targets.replace(ctx, params.accountID, params.userID, params.targetID, body),
    ),
    route(listRegistrationFlows, (ctx, { query }) => flows.page(ctx, query)),
    route(createRegistrationFlow, (ctx, { body }) => flows.create(ctx, body)),
    personRoute(getRegistrationFlowBySlug, (ctx, { params }) =>
      inAccountOfSlug(ctx, params.slug, async (inner) => {
        const flow = await activeFlow(inner);
        if (!flow) throw problems.not_found();
        return publicFlow(inner, flow, parts.registrationDefaults);
      }),
    ),
    route(getRegistrationFlow, (ctx, { params }) => flows.read(ctx, params.registrationFlowID)),
    route(previewRegistrationFlow, (ctx, { params }) => flows.preview(ctx, params.registrationFlowID)),
    route(updateRegistrationFlow, (ctx, { params, body }) => flows.update(ctx, params.registrationFlowID, body)),
    route(deleteRegistrationFlow, (ctx, { params }) => flows.remove(ctx, params.registrationFlowID)),
  ];
}
