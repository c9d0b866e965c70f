import { leaveAccount } from '../../contracts/accounts/invitation.contract.ts';
import { setTeamUserPassword } from '../../contracts/accounts/member.contract.ts';
import {
  getIdentityProvider,
  proveDomain,
  removeIdentityProvider,
  setIdentityProvider,
} from '../../contracts/sign-in/identity-provider.contract.ts';
import { listSecurityMembers } from '../../contracts/sign-in/security.contract.ts';
import { outsidePersonRoute, personRoute, type Route } from '../../kernel/route.ts';
import type { TeamService } from '../../team/team.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { signedInUser } from '../people/profile.ts';
import type { IdentityProviderService } from '../providers/identity-provider.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { setTeamPassword } from '../sign-in/team-password.ts';
import { leave } from './leave.ts';
import { listMembersSecurity } from './security-members.ts';

/** The account's rules for signing in, and leaving an account. */
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
