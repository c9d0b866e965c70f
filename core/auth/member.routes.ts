import {
  getIdentityProvider,
  proveDomain,
  removeIdentityProvider,
  setIdentityProvider,
} from '../contracts/identity-provider.contract.ts';
import { leaveAccount } from '../contracts/invitation.contract.ts';
import { setTeamUserPassword } from '../contracts/member.contract.ts';
import { listSecurityMembers } from '../contracts/security.contract.ts';
import { outsidePersonRoute, personRoute, type Route } from '../kernel/route.ts';
import type { TeamService } from '../team/team.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import type { IdentityProviderService } from './identity-provider.ts';
import { leave } from './leave.ts';
import { signedInUser } from './profile.ts';
import { listMembersSecurity } from './security-members.ts';
import type { Sessions } from './sessions.ts';
import { setTeamPassword } from './team-password.ts';

/** How people of an account sign in to it, and how they leave. */
export const memberRoutes = (parts: {
  tenancy: Tenancy;
  sessions: Sessions;
  team: TeamService;
  identityProviders: IdentityProviderService;
}): Route[] => [
  personRoute(
    leaveAccount,
    async (ctx, { params }) => leave(ctx, parts.team, await signedInUser(ctx), params.accountID),
    { acts: 'person' },
  ),
  personRoute(setTeamUserPassword, (ctx, { params, body }) => setTeamPassword(ctx, parts, params, body), {
    acts: 'session',
  }),
  personRoute(getIdentityProvider, (ctx) => parts.identityProviders.read(ctx), { acts: 'session' }),
  outsidePersonRoute(setIdentityProvider, (ctx, { body }) => parts.identityProviders.set(ctx, body), {
    acts: 'session',
  }),
  outsidePersonRoute(proveDomain, (ctx, { body }) => parts.identityProviders.prove(ctx, body), { acts: 'session' }),
  personRoute(removeIdentityProvider, (ctx, { body }) => parts.identityProviders.remove(ctx, body), {
    acts: 'session',
  }),
  personRoute(listSecurityMembers, (ctx, { query }) => listMembersSecurity(ctx, query), { acts: 'session' }),
];
