import { defineScreens } from '@millwright/core/browser';

/** The shell's own screens by the names of `core/contracts/core-screens.ts`. */
export default defineScreens({
  dashboard: () => import('./dashboard.screen.tsx'),
  account: () => import('./account/account.screen.tsx'),
  profile: () => import('./profile/profile.screen.tsx'),
  team: () => import('./team/team-list.screen.tsx'),
  'team-member': () => import('./team/team-member.screen.tsx'),
  roles: () => import('./role/role-list.screen.tsx'),
  'role-create': () => import('./role/role-create.screen.tsx'),
  role: () => import('./role/role.screen.tsx'),
  'customer-registration-flows': () => import('./registration-flow/registration-flow-list.screen.tsx'),
  'customer-registration-flow-create': () => import('./registration-flow/registration-flow-form.screen.tsx'),
  'customer-registration-flow': () => import('./registration-flow/registration-flow-form.screen.tsx'),
  'api-keys': () => import('./api-key/api-key-list.screen.tsx'),
  'publishable-keys': () => import('./publishable-key/publishable-key-list.screen.tsx'),
  integrations: () => import('./integration/integration-list.screen.tsx'),
  'system-properties': () => import('./system-property/system-property-list.screen.tsx'),
  'change-sets': () => import('./change-set/change-set-list.screen.tsx'),
  'change-set': () => import('./change-set/change-set.screen.tsx'),
  imports: () => import('./import/import-list.screen.tsx'),
  'import-create': () => import('./import/import-create.screen.tsx'),
  import: () => import('./import/import.screen.tsx'),
  'email-logs': () => import('./email-log/email-log-list.screen.tsx'),
  'email-log': () => import('./email-log/email-log.screen.tsx'),
  'request-logs': () => import('./request-log/request-log-list.screen.tsx'),
  'request-log': () => import('./request-log/request-log.screen.tsx'),
});
