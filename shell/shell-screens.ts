import { defineScreens } from '@millwright/core/browser';

/** The shell's own screens, by their names in `core/contracts/plugins/core-screens.ts`. */
export default defineScreens({
  dashboard: () => import('./screens/dashboard/dashboard.screen.tsx'),
  account: () => import('./screens/account/account.screen.tsx'),
  profile: () => import('./screens/person/profile/profile.screen.tsx'),
  team: () => import('./screens/team/team-list.screen.tsx'),
  'team-member': () => import('./screens/team/team-member.screen.tsx'),
  roles: () => import('./screens/access/role/role-list.screen.tsx'),
  'role-create': () => import('./screens/access/role/role-create.screen.tsx'),
  role: () => import('./screens/access/role/role.screen.tsx'),
  'customer-registration-flows': () => import('./screens/sign-in/registration-flow/registration-flow-list.screen.tsx'),
  'customer-registration-flow-create': () =>
    import('./screens/sign-in/registration-flow/registration-flow-form.screen.tsx'),
  'customer-registration-flow': () => import('./screens/sign-in/registration-flow/registration-flow-form.screen.tsx'),
  'customer-registration-flow-preview': () =>
    import('./screens/sign-in/registration-flow/registration-flow-preview.screen.tsx'),
  security: () => import('./screens/person/security/security.screen.tsx'),
  'security-people': () => import('./screens/person/security/security-people.screen.tsx'),
  'api-keys': () => import('./screens/access/api-key/api-key-list.screen.tsx'),
  'publishable-keys': () => import('./screens/access/publishable-key/publishable-key-list.screen.tsx'),
  integrations: () => import('./screens/settings/integration/integration-list.screen.tsx'),
  webhooks: () => import('./screens/access/webhook/webhook-list.screen.tsx'),
  'webhook-endpoint-create': () => import('./screens/access/webhook/webhook-form.screen.tsx'),
  'webhook-endpoint': () => import('./screens/access/webhook/webhook.screen.tsx'),
  'webhook-endpoint-edit': () => import('./screens/access/webhook/webhook-form.screen.tsx'),
  'system-properties': () => import('./screens/settings/system-property/system-property-list.screen.tsx'),
  'change-sets': () => import('./screens/change-set/change-set-list.screen.tsx'),
  'change-set': () => import('./screens/change-set/change-set.screen.tsx'),
  imports: () => import('./screens/import/import-list.screen.tsx'),
  'import-create': () => import('./screens/import/import-create.screen.tsx'),
  import: () => import('./screens/import/import.screen.tsx'),
  'email-logs': () => import('./screens/logs/email-log/email-log-list.screen.tsx'),
  'email-log': () => import('./screens/logs/email-log/email-log.screen.tsx'),
  'background-jobs': () => import('./screens/logs/background-job/background-job-list.screen.tsx'),
  'request-logs': () => import('./screens/logs/request-log/request-log-list.screen.tsx'),
  'request-log': () => import('./screens/logs/request-log/request-log.screen.tsx'),
});
