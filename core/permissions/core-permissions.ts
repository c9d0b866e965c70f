import { definePermissions, type PermissionCode, permissionVerbs } from '../contracts/plugins/permission.ts';

/**
 * Rights that everyone of the team and every API key has, without a role that grants them. The records that they are
 * about hang on others, whose right is checked besides.
 */
export const teamRights: readonly PermissionCode[] = permissionVerbs.map((verb) => `tasks:${verb}` as const);

/**
 * Permission domains of the kernel. By default `user` has all rights except writing team users, roles, API keys,
 * integrations and system properties. Request logs belong to the operator and have no domain.
 */
export const corePermissions = definePermissions([
  {
    code: 'account',
    name: 'Account',
    group: 'account',
    description: 'The profile of the account and its own addresses',
    defaults: { user: 'crud' },
  },
  {
    code: 'team_users',
    name: 'Team',
    group: 'teams',
    description: 'People of the account and of its customers\u2019 portals',
    defaults: { user: 'r', sales_rep: 'r' },
  },
  { code: 'roles', name: 'Roles', group: 'teams', description: 'Roles and what they may do', defaults: { user: 'r' } },
  {
    code: 'sales_targets',
    name: 'Sales targets',
    group: 'sales reps',
    description: 'What a person is to sell in a period',
    defaults: { user: 'crud' },
  },
  {
    code: 'api_keys',
    name: 'API keys',
    group: 'admin',
    description: 'Keys with which programs work in the account',
    defaults: { user: 'r' },
  },
  {
    code: 'security',
    name: 'Security',
    group: 'admin',
    description: 'How the people of the account sign in, and what is required of them',
  },
  {
    code: 'integrations',
    name: 'Integrations',
    group: 'admin',
    description: 'Connections to payment, parcel and label services',
    defaults: { user: 'r' },
  },
  {
    code: 'sys_properties',
    name: 'System properties',
    group: 'admin',
    description: 'Counters of numbered documents',
    defaults: { user: 'r' },
  },
  {
    code: 'email_logs',
    name: 'Email log',
    group: 'logs',
    description: 'Mails that the account has sent',
    defaults: { user: 'crud' },
  },
  {
    code: 'registration_flows',
    name: 'Registration flows',
    group: 'customer portals',
    description: 'How new customers register',
    defaults: { user: 'crud' },
  },
]);
