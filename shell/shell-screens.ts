import { defineScreens } from '@millwright/core/browser';

/** The shell's own screens, by their names in `core/contracts/plugins/core-screens.ts`. */
export default defineScreens({
  dashboard: () => import('./screens/dashboard.screen.tsx'),
  account: () => import('./screens/account/account.screen.tsx'),
  profile: () => import('./screens/profile/profile.screen.tsx'),
  team: () => import('./screens/team/team-list.screen.tsx'),
  'team-member': () => import('./screens/team/team-member.screen.tsx'),
  roles: () => import('./screens/role/role-list.screen.tsx'),
  'role-create': () => import('./screens/role/role-create.screen.tsx'),
  role: () => import('./screens/role/role.screen.tsx'),
  'customer-registration-flows': () => import('./screens/registration-flow/registration-flow-list.screen.tsx'),
  'customer-registration-flow-create': () => import('./screens/registration-flow/registration-flow-form.screen.tsx'),
  'customer-registration-flow': () => import('./screens/registration-flow/registration-flow-form.screen.tsx'),
  'customer-registration-flow-preview': () =>
    import('./screens/registration-flow/registration-flow-preview.screen.tsx'),
  security: () => import('./screens/security/security.screen.tsx'),
  'security-people': () => import('./screens/security/security-people.screen.tsx'),
  'api-keys': () => import('./screens/api-key/api-key-list.screen.tsx'),
  'publishable-keys': () => import('./screens/publishable-key/publishable-key-list.screen.tsx'),
  integrations: () => import('./screens/integration/integration-list.screen.tsx'),
  'system-properties': () => import('./screens/system-property/system-property-list.screen.tsx'),
  'change-sets': () => import('./screens/change-set/change-set-list.screen.tsx'),
  'change-set': () => import('./screens/change-set/change-set.screen.tsx'),
  imports: () => import('./screens/import/import-list.screen.tsx'),
  'import-create': () => import('./screens/import/import-create.screen.tsx'),
  import: () => import('./screens/import/import.screen.tsx'),
  'email-logs': () => import('./screens/email-log/email-log-list.screen.tsx'),
  'email-log': () => import('./screens/email-log/email-log.screen.tsx'),
  'background-jobs': () => import('./screens/background-job/background-job-list.screen.tsx'),
  'request-logs': () => import('./screens/request-log/request-log-list.screen.tsx'),
  'request-log': () => import('./screens/request-log/request-log.screen.tsx'),
});
