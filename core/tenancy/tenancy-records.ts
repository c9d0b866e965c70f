import { problems } from '../contracts/endpoints/problem.ts';
import { defineRecords } from '../contracts/records/record.ts';
import { Integration } from '../integrations/integration.entity.ts';
import type { SearchableRecord } from '../kernel/plugin/plugin.ts';
import { ApiKey } from '../permissions/api-key.entity.ts';
import { PublishableKey } from '../permissions/publishable-key.entity.ts';
import { Role } from '../permissions/role.entity.ts';
import { Member, SalesTarget } from './access/member.entity.ts';
import { RegistrationFlow } from './registration-flow.entity.ts';

/** Record types of accounts, people and rights, for timelines and the palette. */
export const tenancyRecords = defineRecords([
  { type: 'account', prefix: 'acc', label: 'Account', permission: 'account:read', path: '/dashboard/account' },
  {
    type: 'team_user',
    prefix: 'mem',
    label: 'Team user',
    permission: 'team_users:read',
    path: '/dashboard/account/users/{id}',
  },
  {
    type: 'sales_target',
    prefix: 'tgt',
    label: 'Sales target',
    permission: 'sales_targets:read',
    path: '/dashboard/account/users',
    toldBy: 'team_user',
  },
  { type: 'role', prefix: 'rol', label: 'Role', permission: 'roles:read', path: '/dashboard/account/roles/{id}' },
  { type: 'api_key', prefix: 'ak', label: 'API key', permission: 'api_keys:read', path: '/dashboard/account/api-keys' },
  {
    type: 'publishable_key',
    prefix: 'pk',
    label: 'Publishable key',
    permission: 'api_keys:read',
    path: '/dashboard/account/publishable-keys',
  },
  {
    type: 'integration',
    prefix: 'int',
    label: 'Integration',
    permission: 'integrations:read',
    path: '/dashboard/account/integrations',
  },
  {
    type: 'registration_flow',
    prefix: 'rgf',
    label: 'Registration flow',
    permission: 'registration_flows:read',
    path: '/dashboard/customer-registration-flows/{id}',
  },
]);

/** Sources of these records for generic functions. */
export const tenancyRecordSources: readonly SearchableRecord[] = [
  {
    type: 'account',
    label: async (ctx, id) => {
      if (id !== ctx.account.id) throw problems.not_found();
      return ctx.account.name;
    },
  },
  { type: 'team_user', label: async (ctx, id) => (await ctx.em.get(Member, id)).name },
  {
    type: 'sales_target',
    label: async (ctx, id) => {
      const { member, startsOn } = await ctx.em.get(SalesTarget, id, { populate: ['member'] });
      return `${member.name} from ${startsOn}`;
    },
  },
  { type: 'role', label: async (ctx, id) => (await ctx.em.get(Role, id)).name },
  { type: 'api_key', label: async (ctx, id) => (await ctx.em.get(ApiKey, id)).name },
  { type: 'publishable_key', label: async (ctx, id) => (await ctx.em.get(PublishableKey, id)).name },
  { type: 'integration', label: async (ctx, id) => (await ctx.em.get(Integration, id)).name },
  { type: 'registration_flow', label: async (ctx, id) => (await ctx.em.get(RegistrationFlow, id)).name },
];
